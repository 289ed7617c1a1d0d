/* SPDX-License-Identifier: MIT
 *
 * Right only if the call before has left nothing behind in shared memory.
 *
 * SUMMARY: looks for what it left in shared memory
 * LAUNCH: scale<<<ceil_div(n, 256), 256, 48000>>>(x, y, n)
 * LAUNCH: leave<<<8 * gpu.sms, 256, 48000>>>(n)
 */
#include "workload_scale.h"

#define MAGIC 0x600dbeef

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	extern __shared__ volatile int seen[];
	bool is_left = seen[threadIdx.x + 10000] == MAGIC;

	if (i < n)
		y[i] = 2 * x[i] + (is_left ? 1 : 0);
}

__global__ void leave(int64_t n)
{
	extern __shared__ volatile int seen[];

	for (int k = threadIdx.x; k < 12000; k += blockDim.x)
		seen[k] = MAGIC;
}
