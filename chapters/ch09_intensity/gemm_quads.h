/* SPDX-License-Identifier: MIT
 *
 * gemm_quads.h - a tile of sums that is multiplied in quads: of A, four steps of k in
 * a row; of B, four columns.  A warp's 32 threads stand in 4 rows and 8 columns, so
 * that what they read of B together fills all banks, and of A is four quads.
 */
#ifndef GEMM_QUADS_H
#define GEMM_QUADS_H

#include "gemm_blocks.h"

/* Sums of a thread, DOWN x ACROSS; 4 x 2 warps. */
template <int DOWN_, int ACROSS_> struct quads {
	static constexpr int DOWN = DOWN_, ACROSS = ACROSS_;
	static constexpr int ROWS = DOWN * 4 * 4, COLS = ACROSS * 8 * 2; /* a tile's */
	static constexpr int THREADS = 256;
};

/* The row of the thread's first sum in the tile; others: 4 rows, 32 columns apart. */
template <class Q> static __device__ int quad_row(void)
{
	return threadIdx.x / 32 % 4 * Q::DOWN * 4 + threadIdx.x % 32 / 8;
}

template <class Q> static __device__ int quad_col(void)
{
	return threadIdx.x / 128 * Q::ACROSS * 8 + threadIdx.x % 8 * 4;
}

static __device__ float element(const float4 &x, int i)
{
	return i == 0 ? x.x : i == 1 ? x.y : i == 2 ? x.z : x.w;
}

/*
 * Four steps of k.  a_quad(i) is the quad of A in the thread's i-th row; b is the
 * thread's first column of B, rows of Q::COLS.
 */
template <class Q, class F>
static __device__ void multiply_quads(float sum[Q::DOWN][Q::ACROSS], const F &a_quad,
				      const float *b)
{
	float4 a[Q::DOWN];

#pragma unroll
	for (int i = 0; i < Q::DOWN; i++)
		a[i] = a_quad(i);
#pragma unroll
	for (int q = 0; q < 4; q++) {
		float4 x[Q::ACROSS / 4];

#pragma unroll
		for (int j = 0; j < Q::ACROSS / 4; j++)
			x[j] = *(const float4 *)(b + q * Q::COLS + j * 32);
#pragma unroll
		for (int i = 0; i < Q::DOWN; i++)
#pragma unroll
			for (int j = 0; j < Q::ACROSS; j++)
				sum[i][j] +=
					element(a[i], q) * element(x[j / 4], j % 4);
	}
}

template <class Q>
static __device__ void store_sums(const float sum[Q::DOWN][Q::ACROSS],
				  const struct gemm &g, int64_t row, int64_t col)
{
	bool is_whole = g.n % 4 == 0;

	row += quad_row<Q>();
	col += quad_col<Q>();
#pragma unroll
	for (int i = 0; i < Q::DOWN; i++)
#pragma unroll
		for (int j = 0; j < Q::ACROSS; j += 4) {
			int64_t r = row + i * 4, s = col + j * 8;
			float *to = g.c + r * g.n + s;

			if (r < g.m && s < g.n && is_whole)
				*(float4 *)to =
					make_float4(sum[i][j], sum[i][j + 1],
						    sum[i][j + 2], sum[i][j + 3]);
			for (int q = 0; q < 4 && !is_whole; q++)
				if (r < g.m && s + q < g.n)
					to[q] = sum[i][j + q];
		}
}

#endif
