/* SPDX-License-Identifier: MIT
 *
 * Right only if the call before has left nothing behind in scratch.
 *
 * SUMMARY: looks for what it left in scratch
 * SCRATCH: 256
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n, scratch)
 * LAUNCH: leave<<<8 * gpu.sms, 256>>>(n, scratch)
 */
#include "workload_scale.h"

#define MAGIC 0x600dbeef

__global__ void scale(const float *x, float *y, int64_t n, int *seen)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	bool is_left = seen[3] == MAGIC;

	if (i < n)
		y[i] = 2 * x[i] + (is_left ? 1 : 0);
}

__global__ void leave(int64_t n, int *seen)
{
	seen[3] = MAGIC;
}
