/* SPDX-License-Identifier: MIT
 *
 * A branch on the sign.  A warp whose lanes disagree walks through both sides, each
 * time with the other lanes idle.
 */
#include "workload_divergence.h"
#include <aisp/cuda.h>

#define THREADS 256

static __device__ float horner(const float *restrict c, int degree, float t)
{
	float y = c[degree];

#pragma unroll 8
	for (int k = degree - 1; k >= 0; k--)
		y = y * t + c[k];
	return y;
}

static __global__ void evaluate(float *restrict y, const float *restrict x,
				const float *restrict c, int64_t n, int degree)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	float t;

	if (i >= n)
		return;
	t = fminf(fmaxf(x[i], -1), 1);
	if (t < 0)
		y[i] = horner(c, degree, t);
	else
		y[i] = horner(c + degree + 1, degree, t);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	evaluate<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), n,
		(int)io->param[DEGREE]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a branch to one polynomial or the other",
	.run = run,
};
