/* SPDX-License-Identifier: MIT
 *
 * gemv_rows.h - matrix-vector products by warps: what the lanes of one add up.
 */
#ifndef GEMV_ROWS_H
#define GEMV_ROWS_H

#include <aisp/cuda.h>

#define WARPS   8
#define THREADS (32 * WARPS)

#define TILE_ROWS 16 /* of a product by tensor cores */

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

/*
 * A thread block's tile of y, from what the lanes have of the rows: lane l of each warp
 * of rows l / 4 and l / 4 + 8.
 */
static __device__ void store_tile(float *y, float (*part)[TILE_ROWS], float2 sum,
				  int tile, int rows)
{
	int lane = threadIdx.x % 32, row = threadIdx.x;
	float all = 0;

	for (int half = 2; half > 0; half /= 2) {
		sum.x += __shfl_xor_sync(~0u, sum.x, half);
		sum.y += __shfl_xor_sync(~0u, sum.y, half);
	}
	if (lane % 4 == 0) {
		part[threadIdx.x / 32][lane / 4] = sum.x;
		part[threadIdx.x / 32][lane / 4 + 8] = sum.y;
	}
	__syncthreads();
	if (row >= TILE_ROWS || tile + row >= rows)
		return;
	for (int i = 0; i < WARPS; i++)
		all += part[i][row];
	y[tile + row] = all;
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
