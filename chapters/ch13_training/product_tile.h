/* SPDX-License-Identifier: MIT
 *
 * product_tile.h - C = or += A B from tiles of 6 x 16 sums that stay in registers for
 * all of k.  Both operands are copied first to the order in which tiles read them: 6
 * rows of A and 16 columns of B, side by side.  Rows of A may lie along any stride, so
 * that the transpose is no pass of its own; and columns of B that are a power of two
 * apart would share a few sets of the first-level cache.
 */
#ifndef PRODUCT_TILE_H
#define PRODUCT_TILE_H

#include <aisp/clones.h>
#include <stdint.h>

#define TILE_ROWS 6
#define TILE_COLS 16

/* c[i][j] of n columns; a[i][p] is a[i row + p depth]; b[p][j] of n columns. */
struct product {
	float *c;
	const float *a, *b;
	int64_t m, n, k, row, depth;
	int is_added;
	float *room; /* for the copies of A and of 16 columns of B */
};

/* Tiles of A, TILE_ROWS of each p side by side. */
static inline void pack_rows(const struct product *x, int64_t m, float *to)
{
	for (int64_t i = 0; i < m; i += TILE_ROWS)
		for (int64_t p = 0; p < x->k; p++)
			for (int64_t r = i; r < i + TILE_ROWS; r++)
				*to++ = x->a[r * x->row + p * x->depth];
}

/* What is left of row i at the edges: columns from j on, along the rows of B. */
static inline void edge(const struct product *x, int64_t i, int64_t j)
{
	float *restrict c = x->c + i * x->n;

	for (int64_t q = j; q < x->n && !x->is_added; q++)
		c[q] = 0;
	for (int64_t p = 0; p < x->k; p++) {
		const float *restrict b = x->b + p * x->n;
		float a = x->a[i * x->row + p * x->depth];

		for (int64_t q = j; q < x->n; q++)
			c[q] += a * b[q];
	}
}

#define AISP_KERNEL "product_kernel.h"
#include <aisp/each_level.h>

static inline void multiply(const struct product *x)
{
	AISP_BEST(multiply)(x);
}

#endif
