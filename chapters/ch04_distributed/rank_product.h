/* SPDX-License-Identifier: MIT
 *
 * rank_product.h - C = or += A B for the work that ranks share, by tiles of 4 x 16 sums
 * that stay in registers.  Rows of A may lie along any stride, so that its transpose is
 * no pass of its own.
 */
#ifndef RANK_PRODUCT_H
#define RANK_PRODUCT_H

#include <aisp/clones.h>
#include <stdint.h>

#define TILE_ROWS 4
#define LANES     8
#define TILE_COLS (2 * LANES)

typedef float lanes __attribute__((vector_size(4 * LANES)));
/* The same in memory, aligned to a float only. */
typedef float loose_lanes
	__attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/* c[i][j] of n columns; a[i][p] is a[i row + p depth]; b[p][j] of n columns. */
struct product {
	float *c;
	const float *a, *b;
	int64_t m, n, k, row, depth;
	int is_added;
};

#define LOAD(x) (*(const loose_lanes *)(x))

static inline __attribute__((always_inline)) void tile(const struct product *x,
						       int64_t i, int64_t j)
{
	const float *a = x->a + i * x->row, *b = x->b + j;
	float *c = x->c + i * x->n + j;
	lanes left[TILE_ROWS] = { 0 }, right[TILE_ROWS] = { 0 };

	for (int r = 0; r < TILE_ROWS && x->is_added; r++) {
		left[r] = LOAD(c + r * x->n);
		right[r] = LOAD(c + r * x->n + LANES);
	}
	for (int64_t p = 0; p < x->k; p++, a += x->depth, b += x->n) {
		lanes v = LOAD(b), w = LOAD(b + LANES);

#pragma GCC unroll 4
		for (int r = 0; r < TILE_ROWS; r++) {
			left[r] += a[r * x->row] * v;
			right[r] += a[r * x->row] * w;
		}
	}
	for (int r = 0; r < TILE_ROWS; r++) {
		*(loose_lanes *)(c + r * x->n) = left[r];
		*(loose_lanes *)(c + r * x->n + LANES) = right[r];
	}
}

/* What is left of row i, from column j on. */
static inline void rest(const struct product *x, int64_t i, int64_t j)
{
	float *c = x->c + i * x->n;

	for (; j < x->n; j++) {
		float sum = x->is_added ? c[j] : 0;

		for (int64_t p = 0; p < x->k; p++)
			sum += x->a[i * x->row + p * x->depth] * x->b[p * x->n + j];
		c[j] = sum;
	}
}

/* 16 columns of B stay in the nearest caches while rows of A pass by. */
AISP_CLONES static void multiply(const struct product *x)
{
	int64_t m = x->m / TILE_ROWS * TILE_ROWS, n = x->n / TILE_COLS * TILE_COLS;

	for (int64_t j = 0; j < n; j += TILE_COLS)
		for (int64_t i = 0; i < m; i += TILE_ROWS)
			tile(x, i, j);
	for (int64_t i = n < x->n ? 0 : m; i < x->m; i++)
		rest(x, i, i < m ? n : 0);
}

#endif
