/* SPDX-License-Identifier: MIT
 *
 * edges.h - an output of the filter whose inputs may lie outside the matrix, and the
 * columns where that is so.
 */
#ifndef EDGES_H
#define EDGES_H

static inline float filter_at(const struct aisp_io *io, int64_t i, int64_t j)
{
	const float *a = aisp_in_f32(io, 0), *w = aisp_in_f32(io, 1);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float sum = 0;

	for (int64_t r = i - RADIUS; r <= i + RADIUS; r++)
		for (int64_t c = j - RADIUS; c <= j + RADIUS; c++)
			if (r >= 0 && r < rows && c >= 0 && c < cols)
				sum += w[(r - i + RADIUS) * TAPS + c - j + RADIUS] *
				       a[r * cols + c];
	return sum;
}

/* Columns [first, end) of row i. */
static inline void filter_edge(const struct aisp_io *io, int64_t i, int64_t first,
			       int64_t end)
{
	for (int64_t j = first < 0 ? 0 : first; j < end; j++)
		aisp_out_f32(io, 0)[i * io->param[COLS] + j] = filter_at(io, i, j);
}

#endif
