/* SPDX-License-Identifier: MIT
 *
 * mma_store.h - where the sums of mma.sync lie, and how they get to a matrix in bf16.
 */
#ifndef AISP_MMA_STORE_H
#define AISP_MMA_STORE_H

#include <aisp/cuda.h>
#include <cuda_bf16.h>

/*
 * DOWN x ACROSS products of 16 x 8 of a warp whose first has its corner at (row, col)
 * of an m x n matrix; n is even.  Of a lane, d[i][j][2 h + e] is row
 * 16 i + 8 h + lane / 4, column 8 j + lane % 4 * 2 + e.
 */
template <int DOWN, int ACROSS>
static __device__ inline void
aisp_store_sums(__nv_bfloat16 *c, const float (&d)[DOWN][ACROSS][4], int64_t row,
		int64_t col, int64_t m, int64_t n)
{
	int lane = threadIdx.x % 32;

	row += lane / 4;
	col += lane % 4 * 2;
#pragma unroll
	for (int i = 0; i < 2 * DOWN; i++)
#pragma unroll
		for (int j = 0; j < ACROSS; j++)
			if (row + i * 8 < m && col + j * 8 < n)
				*(__nv_bfloat162 *)(c + (row + i * 8) * n + col +
						    j * 8) =
					__floats2bfloat162_rn(
						d[i / 2][j][i % 2 * 2],
						d[i / 2][j][i % 2 * 2 + 1]);
}

#endif
