/* SPDX-License-Identifier: MIT
 *
 * gemv_rows.h - matrix-vector products by warps: what the lanes of one add up.
 */
#ifndef GEMV_ROWS_H
#define GEMV_ROWS_H

#include <aisp/cuda.h>

#define WARPS   8
#define THREADS (32 * WARPS)

/* The row of this warp. */
static __device__ int64_t row_of(void)
{
	return (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
}

static __device__ float warp_sum(float x)
{
#pragma unroll
	for (int half = 16; half > 0; half /= 2)
		x += __shfl_xor_sync(~0u, x, half);
	return x;
}

/* The two bf16 of a word. */
static __device__ float low(uint32_t word)
{
	return __uint_as_float(word << 16);
}

static __device__ float high(uint32_t word)
{
	return __uint_as_float(word & 0xffff0000);
}

#endif
