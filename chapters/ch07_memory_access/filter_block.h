/* SPDX-License-Identifier: MIT
 *
 * filter_block.h - HEIGHT x WIDTH outputs in registers: each of the rows of input above
 * them is loaded five times, shifted by a column, and serves up to HEIGHT rows of
 * outputs; 40 loads for 100 multiplications instead of 100.
 */
#ifndef FILTER_BLOCK_H
#define FILTER_BLOCK_H

#include "edges.h"
#include <aisp/clones.h>
#include <string.h>

#define HEIGHT 4
#define WIDTH  16

typedef float outputs __attribute__((vector_size(WIDTH * 4)));

/* a: RADIUS rows and columns before the first output of b. */
AISP_CLONES static void filter_block(float *b, const float *a, const float *w,
				     int64_t cols)
{
	outputs sum[HEIGHT] = { 0 };

#pragma GCC unroll 8
	for (int r = 0; r < HEIGHT + 2 * RADIUS; r++)
#pragma GCC unroll 5
		for (int c = 0; c < TAPS; c++) {
			outputs x;

			memcpy(&x, a + r * cols + c, sizeof(x));
#pragma GCC unroll 4
			for (int k = 0; k < HEIGHT; k++)
				if (r >= k && r - k < TAPS)
					sum[k] += x * w[(r - k) * TAPS + c];
		}
	for (int k = 0; k < HEIGHT; k++)
		memcpy(b + k * cols, &sum[k], sizeof(sum[k]));
}

/* HEIGHT rows from row i on, none of which needs a row outside. */
static void filter_strip(const struct aisp_io *io, int64_t i)
{
	int64_t cols = io->param[COLS], j = RADIUS;
	const float *a = aisp_in_f32(io, 0) + (i - RADIUS) * cols - RADIUS;

	for (; j + WIDTH <= cols - RADIUS; j += WIDTH)
		filter_block(aisp_out_f32(io, 0) + i * cols + j, a + j,
			     aisp_in_f32(io, 1), cols);
	for (int64_t k = i; k < i + HEIGHT; k++) {
		filter_edge(io, k, 0, RADIUS < cols ? RADIUS : cols);
		filter_edge(io, k, j < cols ? j : cols, cols);
	}
}

/* Rows [i, end). */
static void filter_rows(const struct aisp_io *io, int64_t i, int64_t end)
{
	while (i < end)
		if (i >= RADIUS && i + HEIGHT <= end &&
		    i + HEIGHT <= io->param[ROWS] - RADIUS) {
			filter_strip(io, i);
			i += HEIGHT;
		} else {
			filter_edge(io, i++, 0, io->param[COLS]);
		}
}

#endif
