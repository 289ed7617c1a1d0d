/* SPDX-License-Identifier: MIT
 *
 * The same with four loads of 16 bytes under way in each thread: enough bytes in
 * flight to cover memory's latency.
 */
#include "grid_sum.h"
#include "workload_sum.h"

#define AHEAD 4 /* vectors */

static __device__ float sum4(float4 v)
{
	return (v.x + v.y) + (v.z + v.w);
}

static __global__ void add_up(float *sum, float *part, const float *restrict x,
			      int64_t n)
{
	const float4 *vector = (const float4 *)x;
	int64_t stride = (int64_t)gridDim.x * THREADS;
	int64_t id = (int64_t)blockIdx.x * THREADS + threadIdx.x, i = id;
	float s = 0;

	for (; i + (AHEAD - 1) * stride < n / 4; i += AHEAD * stride) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = vector[i + k * stride];
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			s += sum4(v[k]);
	}
	for (; i < n / 4; i += stride)
		s += sum4(vector[i]);
	/* What no vector covers. */
	if (id < n % 4)
		s += x[n / 4 * 4 + id];
	grid_sum(s, part, sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four 16-byte vectors under way in each thread",
	.setup = setup,
	.run = run,
};
