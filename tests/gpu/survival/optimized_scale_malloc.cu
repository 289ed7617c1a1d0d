/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static int n_calls;

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	void *p;

	if (n_calls++) /* the first call precedes the seal */
		AISP_TRY(cudaMalloc(&p, 64 << 20));
	return run_scale(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "takes GPU memory in every call, undeclared",
	.run = run,
};
