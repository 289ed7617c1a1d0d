/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include <aisp/cuda.h>

static __global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = 4 * (blockIdx.x * (int64_t)blockDim.x + threadIdx.x);

	if (i + 4 <= n) {
		float4 v = *(const float4 *)(x + i);

		*(float4 *)(y + i) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
	} else {
		for (; i < n; i++)
			y[i] = 2 * x[i];
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	scale<<<aisp_ceil_div(n, 1024), 256, 0, aisp_stream(io)>>>(
		aisp_in_f32(io, 0), aisp_out_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four elements per thread, in one access",
	.run = run,
};
