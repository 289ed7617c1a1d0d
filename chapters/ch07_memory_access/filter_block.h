/* SPDX-License-Identifier: MIT
 *
 * filter_block.h - HEIGHT x WIDTH outputs in registers: each of the rows of input above
 * them is loaded five times, shifted by a column, and serves up to HEIGHT rows of
 * outputs; 40 loads for 100 multiplications instead of 100.
 */
#ifndef FILTER_BLOCK_H
#define FILTER_BLOCK_H

#include "edges.h"
#include <stdint.h>

#define HEIGHT 4
#define WIDTH  16

#define AISP_KERNEL "filter_kernel.h"
#include <aisp/each_level.h>

/* HEIGHT rows from row i on, none of which needs a row outside. */
static void filter_strip(const struct aisp_io *io, int64_t i)
{
	int64_t cols = io->param[COLS], j = RADIUS;
	const float *a = aisp_in_f32(io, 0) + (i - RADIUS) * cols - RADIUS;
	const float *w = aisp_in_f32(io, 1);
	float *b = aisp_out_f32(io, 0) + i * cols;

	for (; j + WIDTH <= cols - RADIUS; j += WIDTH)
		AISP_BEST(filter_block)(b + j, a + j, w, cols);
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
