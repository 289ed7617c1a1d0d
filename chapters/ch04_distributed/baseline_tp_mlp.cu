/* SPDX-License-Identifier: MIT
 *
 * Both products, then an all-reduce: no rank computes while sums are under way.
 */
#include "workload_tp_mlp.h"

#include "rows_tp_mlp_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];
	int status = make_inner(io);

	(void)state;
	if (!status)
		status = make_part(io, 0, rows);
	return status ? status
		      : launch_span(io, rows_span(io, 0, rows), SUM_BLOCKS,
				    aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "both products, then an all-reduce",
	.run = run,
};
