/* SPDX-License-Identifier: MIT
 *
 * The same with eight loads of 16 bytes under way in each thread: enough bytes in
 * flight to cover memory's latency.  A block reads one piece of memory and leaves,
 * so that those resident at a time read one region.
 */
#define WAVES 100000 /* as many blocks as pieces */
#include "grid_sum.h"
#include "workload_sum.h"

#define AHEAD (SHARE / 4) /* vectors */

static __device__ float sum4(float4 v)
{
	return (v.x + v.y) + (v.z + v.w);
}

static __device__ float sum_piece(const float4 *piece, int64_t n)
{
	float4 v[AHEAD];
	float s = 0;

#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		v[k] = k * THREADS + threadIdx.x < n ? piece[k * THREADS + threadIdx.x]
						     : float4{};
#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		s += sum4(v[k]);
	return s;
}

static __global__ void __launch_bounds__(THREADS)
	add_up(float *sum, float *part, const float *restrict x, int64_t n)
{
	const float4 *vector = (const float4 *)x;
	int64_t step = (int64_t)gridDim.x * AHEAD * THREADS;
	float s = 0;

	for (int64_t i = (int64_t)blockIdx.x * AHEAD * THREADS; i < n / 4; i += step)
		s += sum_piece(vector + i, n / 4 - i);
	/* What no vector covers. */
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		s += x[n / 4 * 4 + threadIdx.x];
	grid_sum(s, part, sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight 16-byte vectors under way in each thread, a piece a block",
	.setup = setup,
	.run = run,
};
