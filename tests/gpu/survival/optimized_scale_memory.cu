/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale_run.cuh"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	AISP_TRY(cudaMalloc(state, (size_t)1 << 45));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "wants more memory than there is",
	.setup = setup,
	.run = run,
};
