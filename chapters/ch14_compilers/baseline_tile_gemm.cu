/* SPDX-License-Identifier: MIT
 *
 * The product element by element, as a compiler without tiles would emit it: a thread
 * has one of C, and reads a row of A and a column of B for it.
 */
#include "workload_tile_gemm.h"

#include <aisp/cuda.h>

#define THREADS 256

static __global__ void element(float *c, const float *restrict a,
			       const float *restrict b, int64_t n, int64_t k)
{
	int64_t i = blockIdx.y, j = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	float sum = 0;

	if (j >= n)
		return;
	for (int64_t p = 0; p < k; p++)
		sum += a[i * k + p] * b[p * n + j];
	c[i * n + j] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	dim3 grid((unsigned)aisp_ceil_div(p[N], THREADS), (unsigned)p[M]);

	(void)state;
	element<<<grid, THREADS, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0),
						       aisp_in_f32(io, 0),
						       aisp_in_f32(io, 1), p[N], p[K]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "element by element, without tiles",
	.run = run,
};
