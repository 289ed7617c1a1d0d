/* SPDX-License-Identifier: MIT
 *
 * warp.h - what the 32 threads of a warp find out together; all of them must call it.
 */
#ifndef AISP_WARP_H
#define AISP_WARP_H

#include <aisp/cuda.h>

/* In all of them. */
template <typename T> static __device__ T aisp_warp_sum(T x)
{
	for (int half = 16; half > 0; half /= 2)
		x += __shfl_xor_sync(~0u, x, half);
	return x;
}

/* Of those up to the thread, itself included. */
static __device__ int aisp_warp_scan(int x)
{
#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		int y = __shfl_up_sync(~0u, x, d);

		x += threadIdx.x % 32 >= d ? y : 0;
	}
	return x;
}

#endif
