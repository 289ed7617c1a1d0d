/* SPDX-License-Identifier: MIT
 *
 * Rank 0 gathers, adds and hands out: it does all additions, over its own links.
 */
#include "workload_allreduce.h"

#include "allreduce.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->in[0].shape[1];

	(void)state;
	publish(io, n);
	add_at_root(io->ranks, aisp_out_f32(io, 0), n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "rank 0 sums, then all ranks copy the result",
	.run = run,
};
