/* SPDX-License-Identifier: MIT
 *
 * block_reduce.h - what the threads of a block find out together.
 */
#ifndef AISP_BLOCK_REDUCE_H
#define AISP_BLOCK_REDUCE_H

#include <aisp/cuda.h>

struct plus {
	static constexpr float none = 0;

	static __device__ float of(float a, float b)
	{
		return a + b;
	}
};

struct larger {
	static constexpr float none = -INFINITY;

	static __device__ float of(float a, float b)
	{
		return fmaxf(a, b);
	}
};

template <typename OP> static __device__ float warp_reduce(float x)
{
#pragma unroll
	for (int half = 16; half > 0; half /= 2)
		x = OP::of(x, __shfl_xor_sync(~0u, x, half));
	return x;
}

/* Of the x of all threads, in all threads; the whole block must call it, once for each
 * PLACE of a kernel. */
template <typename OP, int PLACE = 0> static __device__ float block_reduce(float x)
{
	__shared__ float part[32];
	unsigned lane = threadIdx.x % 32, n_warps = blockDim.x / 32;

	x = warp_reduce<OP>(x);
	if (lane == 0)
		part[threadIdx.x / 32] = x;
	__syncthreads();
	return warp_reduce<OP>(lane < n_warps ? part[lane] : OP::none);
}

#endif
