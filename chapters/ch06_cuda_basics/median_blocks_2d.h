/* SPDX-License-Identifier: MIT
 *
 * median_blocks_2d.h - the median of nine by 19 exchanges of two (A. Paeth, Graphics
 * Gems, 1990, in the form of J. Smith, Xilinx XCELL 23, 1996): the columns are sorted,
 * then the largest of the least, the middle of the middle and the least of the largest
 * remain, and their middle is the median.  No branch asks about a pixel, so that pixels
 * lie in the lanes of vectors.
 */
#ifndef MEDIAN_BLOCKS_2D_H
#define MEDIAN_BLOCKS_2D_H

#include <aisp/clones.h>

static inline __attribute__((always_inline)) uint8_t low(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static inline __attribute__((always_inline)) uint8_t high(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static inline __attribute__((always_inline)) uint8_t middle(uint8_t a, uint8_t b,
							    uint8_t c)
{
	return high(low(a, b), low(high(a, b), c));
}

/* Of the nine pixels around column j of three rows; left and right are its neighbours.
 */
static inline __attribute__((always_inline)) uint8_t
median_at(const uint8_t *const row[3], int64_t left, int64_t j, int64_t right)
{
	int64_t at[3] = { left, j, right };
	uint8_t least[3], mid[3], most[3];

	for (int k = 0; k < 3; k++) {
		uint8_t a = row[0][at[k]], b = row[1][at[k]], c = row[2][at[k]];

		least[k] = low(low(a, b), c);
		mid[k] = middle(a, b, c);
		most[k] = high(high(a, b), c);
	}
	return middle(high(high(least[0], least[1]), least[2]),
		      middle(mid[0], mid[1], mid[2]),
		      low(low(most[0], most[1]), most[2]));
}

/* Columns [j, end) of a row, none of which is an edge. */
AISP_CLONES static void median_inner(uint8_t *restrict y, const uint8_t *restrict above,
				     const uint8_t *restrict own,
				     const uint8_t *restrict below, int64_t j,
				     int64_t end)
{
	const uint8_t *row[3] = { above, own, below };

	for (; j < end; j++)
		y[j] = median_at(row, j - 1, j, j + 1);
}

/* Columns [j, end) of row i. */
static inline void median_row(const struct aisp_io *io, int64_t i, int64_t j,
			      int64_t end)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const uint8_t *a = io->in[0].data;
	const uint8_t *row[3] = { a + nearest(i - 1, rows) * cols, a + i * cols,
				  a + nearest(i + 1, rows) * cols };
	uint8_t *y = (uint8_t *)io->out[0].data + i * cols;

	median_inner(y, row[0], row[1], row[2], j > 1 ? j : 1,
		     end < cols - 1 ? end : cols - 1);
	if (j == 0)
		y[0] = median_at(row, 0, 0, nearest(1, cols));
	if (end == cols)
		y[cols - 1] =
			median_at(row, nearest(cols - 2, cols), cols - 1, cols - 1);
}

#endif
