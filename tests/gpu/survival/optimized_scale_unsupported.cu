/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale_run.cuh"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return -ENOTSUP;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "needs what no GPU has",
	.setup = setup,
	.run = run,
};
