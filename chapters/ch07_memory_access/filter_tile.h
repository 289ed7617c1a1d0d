/* SPDX-License-Identifier: MIT
 *
 * filter_tile.h - a tile of the filter's input in shared memory, and what a block
 * makes of it.  Shared by the steps, which differ in how the tile gets there.
 */
#ifndef FILTER_TILE_H
#define FILTER_TILE_H

#include "taps.h"

#define TILE_ROWS 32 /* of outputs */
#define TILE_COLS 128
#define MARGIN    4 /* columns on each side: RADIUS, at multiples of 16 bytes */
#define PITCH     (TILE_COLS + 2 * MARGIN)
#define IN_ROWS   (TILE_ROWS + 2 * RADIUS)
#define TILE      (IN_ROWS * PITCH) /* elements of a tile of inputs */
#define THREADS   256
#define DOWN      (TILE_ROWS * TILE_COLS / THREADS) /* outputs of a thread */

struct matrix {
	int64_t rows, cols;
	unsigned n_tiles, across; /* all, and those side by side */
};

static struct matrix matrix_of(const struct aisp_io *io)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	int64_t across = aisp_ceil_div(cols, TILE_COLS);

	return { rows, cols, (unsigned)(aisp_ceil_div(rows, TILE_ROWS) * across),
		 (unsigned)across };
}

/* The first output of tile t. */
static __device__ int64_t tile_row(const struct matrix &m, unsigned t)
{
	return (int64_t)(t / m.across) * TILE_ROWS;
}

static __device__ int64_t tile_col(const struct matrix &m, unsigned t)
{
	return (int64_t)(t % m.across) * TILE_COLS;
}

/*
 * The inputs of tile t, a vector at a time: vector v goes to 4 * v.  NULL where it
 * lies outside the matrix, which it does as a whole.
 */
static __device__ const float *tile_source(const float *a, const struct matrix &m,
					   unsigned t, int v)
{
	int64_t i = tile_row(m, t) - RADIUS + v / (PITCH / 4);
	int64_t j = tile_col(m, t) - MARGIN + v % (PITCH / 4) * 4;

	return i < 0 || i >= m.rows || j < 0 || j >= m.cols ? NULL : a + i * m.cols + j;
}

/* A thread walks down a column: each element that it reads serves up to TAPS sums. */
static __device__ void filter_tile(float *restrict b, const float *tile,
				   const struct taps &taps, const struct matrix &m,
				   unsigned t)
{
	int x = threadIdx.x % TILE_COLS, y = threadIdx.x / TILE_COLS * DOWN;
	int64_t i = tile_row(m, t) + y, j = tile_col(m, t) + x;
	const float *column = tile + y * PITCH + x + MARGIN - RADIUS;
	float sum[DOWN] = { 0 };

#pragma unroll
	for (int r = 0; r < DOWN + 2 * RADIUS; r++)
#pragma unroll
		for (int dj = 0; dj < TAPS; dj++) {
			float v = column[r * PITCH + dj];

#pragma unroll
			for (int di = 0; di < TAPS; di++)
				if (r >= di && r - di < DOWN)
					sum[r - di] += taps.w[di][dj] * v;
		}
	if (j < m.cols)
#pragma unroll
		for (int k = 0; k < DOWN; k++)
			if (i + k < m.rows)
				b[(i + k) * m.cols + j] = sum[k];
}

#endif
