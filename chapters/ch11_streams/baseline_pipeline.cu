/* SPDX-License-Identifier: MIT
 *
 * All of x over the link, then the layer, then all of y back: one part of the
 * machine works at a time.
 */
#include "workload_pipeline.h"

#include "layer.h"

static int setup(const struct aisp_io *io, void **state)
{
	return layer_new(io, 0, state);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return layer_rows(io, 0, io->param[ROWS], aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "copy, compute, copy back",
	.setup = setup,
	.run = run,
	.teardown = layer_free,
};
