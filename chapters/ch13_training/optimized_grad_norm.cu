/* SPDX-License-Identifier: MIT
 *
 * Blocks leave their sums in scratch memory, and each block of the second kernel adds
 * them up again, in their order: the same bits in every call.  That kernel begins at
 * the end, where the first has left g in the second-level cache.
 *
 * SUMMARY: 16 bytes per thread at once, sums in order, back from the end
 * SCRATCH: 64 * gpu.sms
 * LAUNCH: add_squares<<<8 * gpu.sms, 256>>>(scratch, g, n)
 * LAUNCH: scale<<<8 * gpu.sms, 256>>>(g, norm, scratch, n)
 */
#include "workload_grad_norm.h"

#include "grad_norm_gpu.h"

#define AHEAD 4 /* vectors of a thread under way */
#define TILE  (AHEAD * BLOCK)

static __device__ double squares(float4 v)
{
	return (double)v.x * v.x + (double)v.y * v.y +
	       ((double)v.z * v.z + (double)v.w * v.w);
}

__global__ void add_squares(double *part, const float *g, int64_t n)
{
	const float4 *vector = (const float4 *)g;
	int64_t n_vectors = n / 4, step = (int64_t)gridDim.x * TILE;
	double sum = 0;

	for (int64_t first = (int64_t)blockIdx.x * TILE + threadIdx.x;
	     first < n_vectors; first += step) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = first + k * BLOCK < n_vectors ? vector[first + k * BLOCK]
							     : make_float4(0, 0, 0, 0);
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			sum += squares(v[k]);
	}
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		sum += (double)g[4 * n_vectors + threadIdx.x] *
		       g[4 * n_vectors + threadIdx.x];
	sum = block_sum(sum);
	if (threadIdx.x == 0)
		part[blockIdx.x] = sum;
}

static __device__ float4 times(float4 v, float factor)
{
	return make_float4(v.x * factor, v.y * factor, v.z * factor, v.w * factor);
}

__global__ void scale(float *g, float *norm, const double *part, int64_t n)
{
	float4 *vector = (float4 *)g;
	int64_t n_vectors = n / 4, step = (int64_t)gridDim.x * TILE;
	double sum = 0;
	float factor;

	for (unsigned b = threadIdx.x; b < gridDim.x; b += BLOCK)
		sum += part[b];
	sum = block_sum(sum);
	factor = factor_of(sum);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*norm = (float)sqrt(sum);
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		g[4 * n_vectors + threadIdx.x] *= factor;
	for (int64_t last = n_vectors - 1 - (int64_t)blockIdx.x * TILE - threadIdx.x;
	     last >= 0; last -= step) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			if (last >= k * BLOCK)
				v[k] = vector[last - k * BLOCK];
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			if (last >= k * BLOCK)
				vector[last - k * BLOCK] = times(v[k], factor);
	}
}
