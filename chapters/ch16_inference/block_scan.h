/* SPDX-License-Identifier: MIT
 *
 * block_scan.h - sums up to a thread of a block.
 */
#ifndef BLOCK_SCAN_H
#define BLOCK_SCAN_H

#include <aisp/cuda.h>

/* The sum over a warp's lanes up to this one. */
static __device__ float lanes_up_to(float x)
{
#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		float y = __shfl_up_sync(~0u, x, d);

		x += threadIdx.x % 32 >= d ? y : 0;
	}
	return x;
}

/* Sums of the threads before this one; *all of all.  For a block of N. */
template <int N = 1024> static __device__ float sum_before(float x, float *all)
{
	__shared__ float part[N / 32];
	int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
	float up_to = lanes_up_to(x), before = 0;

	if (lane == 31)
		part[warp] = up_to;
	__syncthreads();
	*all = 0;
	for (int w = 0; w < N / 32; w++) {
		before = w == warp ? *all : before;
		*all += part[w];
	}
	return before + up_to - x;
}

#endif
