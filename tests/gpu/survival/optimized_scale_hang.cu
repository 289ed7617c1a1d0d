/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static __global__ void spin(float *y)
{
	while (*(volatile float *)y == *(volatile float *)y || true)
		;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	spin<<<1, 1, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "never ends",
	.run = run,
};
