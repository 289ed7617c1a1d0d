/* SPDX-License-Identifier: MIT
 *
 * A thread for each element, and an atomic addition for each block: all blocks add to
 * one word, in an order that differs from call to call.
 *
 * CLASS: common
 * SUMMARY: a thread per element, an atomic addition per block
 * SCRATCH: 8
 * LAUNCH: clear<<<1, 1>>>(scratch)
 * LAUNCH: add_squares<<<ceil_div(n, 256), 256>>>(scratch, g, n)
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(g, norm, scratch, n)
 */
#include "workload_grad_norm.h"

#include "grad_norm_gpu.h"

#define BLOCK 256

__global__ void clear(double *sum)
{
	*sum = 0;
}

__global__ void add_squares(double *sum, const float *g, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
	double x = i < n ? (double)g[i] : 0, all = block_sum<BLOCK>(x * x);

	if (threadIdx.x == 0)
		atomicAdd(sum, all);
}

__global__ void scale(float *g, float *norm, const double *sum, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
	float factor = factor_of(*sum);

	if (i == 0)
		*norm = (float)sqrt(*sum);
	if (i < n)
		g[i] *= factor;
}
