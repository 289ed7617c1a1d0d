/* SPDX-License-Identifier: MIT
 *
 * Both products, then an all-reduce: no rank computes while sums are under way.
 * FLAGS: -O3
 */
#include "workload_tp_mlp.h"

#include "rows_tp_mlp.h"

static int run(const struct aisp_io *io, void *state)
{
	struct range all = { 0, io->param[ROWS] * io->param[WIDTH] };

	(void)state;
	make_part(io, 0, io->param[ROWS]);
	reduce_range(io, all, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "both products, then an all-reduce",
	.run = run,
};
