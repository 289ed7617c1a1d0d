/* SPDX-License-Identifier: MIT
 *
 * Rank 0 gathers, adds and hands out: everything crosses a window, there and back.
 */
#include "workload_allreduce_inplace.h"

#include "allreduce.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->out[0].shape[1];
	float *x = aisp_out_f32(io, 0);

	(void)state;
	memcpy(r->window[r->rank], x, (size_t)n * sizeof(float));
	add_at_root(r, x, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "rank 0 sums, then all ranks copy the result",
	.run = run,
};
