/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale_run.cuh"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	AISP_TRY(cudaMalloc(state, 1 << 20));
	return 0;
}

static void teardown(void *state)
{
	cudaFree(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "frees in teardown what setup() took",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
