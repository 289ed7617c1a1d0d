/* SPDX-License-Identifier: MIT
 *
 * small_product.h - C = or += A B of small matrices on a CPU, by tiles of 4 x 16 sums
 * that stay in registers.  Rows of A may lie along any stride, so that its transpose is
 * no pass of its own.
 */
#ifndef AISP_SMALL_PRODUCT_H
#define AISP_SMALL_PRODUCT_H

#include <aisp/clones.h>
#include <stdint.h>

#define AISP_TILE_ROWS  4
#define AISP_TILE_LANES 8
#define AISP_TILE_COLS  (2 * AISP_TILE_LANES)

typedef float aisp_lanes __attribute__((vector_size(4 * AISP_TILE_LANES)));
/* The same in memory, aligned to a float only. */
typedef float aisp_loose_lanes
	__attribute__((vector_size(4 * AISP_TILE_LANES), aligned(4), may_alias));

/* c[i][j] of n columns; a[i][p] is a[i row + p depth]; b[p][j] of n columns. */
struct aisp_product {
	float *c;
	const float *a, *b;
	int64_t m, n, k, row, depth;
	int is_added;
};

#define AISP_LOAD_LANES(x) (*(const aisp_loose_lanes *)(x))

static inline __attribute__((always_inline)) void
aisp_product_tile(const struct aisp_product *x, int64_t i, int64_t j)
{
	const float *a = x->a + i * x->row, *b = x->b + j;
	float *c = x->c + i * x->n + j;
	aisp_lanes left[AISP_TILE_ROWS] = { 0 }, right[AISP_TILE_ROWS] = { 0 };

	for (int r = 0; r < AISP_TILE_ROWS && x->is_added; r++) {
		left[r] = AISP_LOAD_LANES(c + r * x->n);
		right[r] = AISP_LOAD_LANES(c + r * x->n + AISP_TILE_LANES);
	}
	for (int64_t p = 0; p < x->k; p++, a += x->depth, b += x->n) {
		aisp_lanes v = AISP_LOAD_LANES(b);
		aisp_lanes w = AISP_LOAD_LANES(b + AISP_TILE_LANES);

#pragma GCC unroll 4
		for (int r = 0; r < AISP_TILE_ROWS; r++) {
			left[r] += a[r * x->row] * v;
			right[r] += a[r * x->row] * w;
		}
	}
	for (int r = 0; r < AISP_TILE_ROWS; r++) {
		*(aisp_loose_lanes *)(c + r * x->n) = left[r];
		*(aisp_loose_lanes *)(c + r * x->n + AISP_TILE_LANES) = right[r];
	}
}

/* What is left of row i, from column j on. */
static inline void aisp_product_rest(const struct aisp_product *x, int64_t i, int64_t j)
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
AISP_CLONES static void aisp_multiply(const struct aisp_product *x)
{
	int64_t m = x->m / AISP_TILE_ROWS * AISP_TILE_ROWS;
	int64_t n = x->n / AISP_TILE_COLS * AISP_TILE_COLS;

	for (int64_t j = 0; j < n; j += AISP_TILE_COLS)
		for (int64_t i = 0; i < m; i += AISP_TILE_ROWS)
			aisp_product_tile(x, i, j);
	for (int64_t i = n < x->n ? 0 : m; i < x->m; i++)
		aisp_product_rest(x, i, i < m ? n : 0);
}

#endif
