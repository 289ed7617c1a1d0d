/* SPDX-License-Identifier: MIT
 *
 * tile_gemm_batch.h - products of a batch on a GPU: a block has 16 rows and 64 columns
 * of one, a thread four sums.
 */
#ifndef TILE_GEMM_BATCH_H
#define TILE_GEMM_BATCH_H

#include <aisp/cuda.h>

#define TILE_ROWS 16
#define TILE_COLS 64
#define DEPTH     32
#define THREADS   256
#define PER       (TILE_ROWS * TILE_COLS / THREADS)

/* Products that lie one behind the other, with one B. */
struct batch {
	float *c;
	const float *a, *b;
	int m, n, k;
};

static __device__ void fetch_tiles(float (&at)[TILE_ROWS][DEPTH + 1],
				   float (&bt)[DEPTH][TILE_COLS], const struct batch &x,
				   const float *a, int row, int col, int k)
{
	for (int i = threadIdx.x; i < TILE_ROWS * DEPTH; i += THREADS) {
		int r = row + i / DEPTH, p = k + i % DEPTH;

		at[i / DEPTH][i % DEPTH] = r < x.m && p < x.k ? a[r * x.k + p] : 0;
	}
	for (int i = threadIdx.x; i < DEPTH * TILE_COLS; i += THREADS) {
		int p = k + i / TILE_COLS, j = col + i % TILE_COLS;

		bt[i / TILE_COLS][i % TILE_COLS] =
			p < x.k && j < x.n ? x.b[(int64_t)p * x.n + j] : 0;
	}
}

/* Block (column, row, product). */
static __global__ void multiply(const struct batch x)
{
	__shared__ float at[TILE_ROWS][DEPTH + 1], bt[DEPTH][TILE_COLS];
	int row = blockIdx.y * TILE_ROWS, col = blockIdx.x * TILE_COLS;
	int r = threadIdx.x / TILE_COLS, j = threadIdx.x % TILE_COLS;
	const float *a = x.a + (int64_t)blockIdx.z * x.m * x.k;
	float *c = x.c + (int64_t)blockIdx.z * x.m * x.n, sum[PER] = {};

	for (int k = 0; k < x.k; k += DEPTH) {
		fetch_tiles(at, bt, x, a, row, col, k);
		__syncthreads();
#pragma unroll
		for (int p = 0; p < DEPTH; p++)
#pragma unroll
			for (int i = 0; i < PER; i++)
				sum[i] += at[r + i * (TILE_ROWS / PER)][p] * bt[p][j];
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < PER; i++) {
		int at_row = row + r + i * (TILE_ROWS / PER);

		if (at_row < x.m && col + j < x.n)
			c[(int64_t)at_row * x.n + col + j] = sum[i];
	}
}

/* Launches products [first, first + n) at once. */
static int launch_products(const struct aisp_io *io, int64_t first, int64_t n)
{
	int m = (int)io->param[M], n_cols = (int)io->param[N], k = (int)io->param[K];
	struct batch x = { aisp_out_f32(io, 0) + first * m * n_cols,
			   aisp_in_f32(io, 0) + first * m * k,
			   aisp_in_f32(io, 1),
			   m,
			   n_cols,
			   k };
	dim3 grid((unsigned)aisp_ceil_div(n_cols, TILE_COLS),
		  (unsigned)aisp_ceil_div(m, TILE_ROWS), (unsigned)n);

	multiply<<<grid, THREADS, 0, aisp_stream(io)>>>(x);
	return aisp_launched();
}

#endif
