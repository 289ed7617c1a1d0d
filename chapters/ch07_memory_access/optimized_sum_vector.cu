/* SPDX-License-Identifier: MIT
 *
 * The same with four loads of 16 bytes under way in each thread, and tiles: what a
 * block reads at a time lies together, so that memory meets one front of addresses
 * instead of AHEAD of them.
 */
#include "workload_sum.h"

#define THREADS 1024
#define WAVES   16
#define AHEAD   4 /* vectors of a thread in a tile */
#define TILE    (AHEAD * THREADS)

#include "grid_sum.h"

static __device__ float sum4(float4 v)
{
	return (v.x + v.y) + (v.z + v.w);
}

static __global__ void __launch_bounds__(THREADS)
	add_up(float *sum, float *part, const float *restrict x, int64_t n)
{
	const float4 *vector = (const float4 *)x;
	int64_t i = (int64_t)blockIdx.x * TILE + threadIdx.x;
	float s = 0;

	for (; i + (AHEAD - 1) * THREADS < n / 4; i += (int64_t)gridDim.x * TILE) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = vector[i + k * THREADS];
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			s += sum4(v[k]);
	}
	/* The last tile, which may be a part of one. */
#pragma unroll 1
	for (; i < n / 4; i += THREADS)
		s += sum4(vector[i]);
	/* What no vector covers. */
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		s += x[n / 4 * 4 + threadIdx.x];
	grid_sum(s, part, sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four 16-byte vectors of a tile under way in each thread",
	.setup = setup,
	.run = run,
};
