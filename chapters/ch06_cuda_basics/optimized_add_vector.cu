/* SPDX-License-Identifier: MIT
 *
 * All SMs; each thread loads one 128-bit vector of each array, without a loop: with two
 * loads of 16 bytes under way in each thread, the memory always has requests.
 */
#include "workload_add.h"

#include <aisp/cuda.h>

#define BLOCK 256
#define DEPTH 1
#define TILE  (4 * BLOCK * DEPTH) /* elements of a block */

static __device__ float4 add4(float4 x, float4 y)
{
	return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

static __device__ void add_tile(float *restrict c, const float *restrict a,
				const float *restrict b)
{
	float4 x[DEPTH], y[DEPTH];

#pragma unroll
	for (int k = 0; k < DEPTH; k++) {
		x[k] = ((const float4 *)a)[k * BLOCK + threadIdx.x];
		y[k] = ((const float4 *)b)[k * BLOCK + threadIdx.x];
	}
#pragma unroll
	for (int k = 0; k < DEPTH; k++)
		((float4 *)c)[k * BLOCK + threadIdx.x] = add4(x[k], y[k]);
}

static __global__ void add_vectors(float *restrict c, const float *restrict a,
				   const float *restrict b, int64_t n)
{
	int64_t first = (int64_t)blockIdx.x * TILE;

	if (first + TILE <= n)
		add_tile(c + first, a + first, b + first);
	else
		for (int64_t i = first + threadIdx.x; i < n; i += BLOCK)
			c[i] = a[i] + b[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	add_vectors<<<aisp_ceil_div(n, TILE), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "all SMs; a 128-bit vector of each array per thread",
	.run = run,
};
