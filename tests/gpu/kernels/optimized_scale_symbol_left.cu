/* SPDX-License-Identifier: MIT
 *
 * Right only if the call before has left nothing behind in a variable.
 *
 * SUMMARY: looks for what it left in a variable
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 * LAUNCH: leave<<<8 * gpu.sms, 256>>>(n)
 */
#include "workload_scale.h"

#define MAGIC 0x600dbeef

static __device__ int seen = 1;

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	bool is_left = seen != 1;

	if (i < n)
		y[i] = 2 * x[i] + (is_left ? 1 : 0);
}

__global__ void leave(int64_t n)
{
	seen = MAGIC;
}
