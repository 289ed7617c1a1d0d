/* SPDX-License-Identifier: MIT
 *
 * Right only if the call before has left nothing behind in local memory.
 *
 * SUMMARY: looks for what it left in local memory
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 * LAUNCH: leave<<<8 * gpu.sms, 256>>>(n)
 */
#include "workload_scale.h"

#define MAGIC 0x600dbeef

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	volatile int seen[64];

	for (int k = 0; n < 0 && k < 64; k++)
		seen[k] = k; /* never: what is read was not written */
	bool is_left = seen[n % 61] == MAGIC;

	if (i < n)
		y[i] = 2 * x[i] + (is_left ? 1 : 0);
}

__global__ void leave(int64_t n)
{
	volatile int seen[64];

	for (int k = 0; k < 64; k++)
		seen[(k + n) % 64] = MAGIC;
}
