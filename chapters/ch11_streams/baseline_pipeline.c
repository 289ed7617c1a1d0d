/* SPDX-License-Identifier: MIT
 *
 * All of x in, the layer, all of y out: one stage after another, each through memory.
 */
#include "workload_pipeline.h"

#include "layer_pipeline.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	copy_in(io, 0, rows);
	layer(io, 0, rows);
	copy_out(io, 0, rows);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "copy, compute, copy back",
	.run = run,
};
