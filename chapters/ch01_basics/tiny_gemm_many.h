/* SPDX-License-Identifier: MIT
 *
 * tiny_gemm_many.h - products [i, end) of the batch.  A row of C is a vector: as many
 * rows of B as A has columns, each times a number of A.  Nothing is copied.  Sides of 8
 * are constants, so that B stays in registers and no loop is left; other products have
 * loops, over columns in the lanes.
 */
#ifndef TINY_GEMM_MANY_H
#define TINY_GEMM_MANY_H

#include <aisp/clones.h>

#define SIDE 8

/* One product. */
static inline __attribute__((always_inline)) void
multiply_tiny(float *restrict c, const float *restrict a, const float *restrict b,
	      int64_t m, int64_t n, int64_t k)
{
	for (int64_t i = 0; i < m; i++) {
		for (int64_t j = 0; j < n; j++)
			c[i * n + j] = a[i * k] * b[j];
		for (int64_t p = 1; p < k; p++)
			for (int64_t j = 0; j < n; j++)
				c[i * n + j] += a[i * k + p] * b[p * n + j];
	}
}

typedef float vec __attribute__((vector_size(4 * SIDE)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose __attribute__((vector_size(4 * SIDE), aligned(4), may_alias));

static inline __attribute__((always_inline)) void
multiply_side(float *c, const float *a, const float *b)
{
	vec rows[SIDE];

	for (int p = 0; p < SIDE; p++)
		rows[p] = *(const vec_loose *)(b + p * SIDE);
	for (int i = 0; i < SIDE; i++) {
		vec row = a[i * SIDE] * rows[0];

		for (int p = 1; p < SIDE; p++)
			row += a[i * SIDE + p] * rows[p];
		*(vec_loose *)(c + i * SIDE) = row;
	}
}

AISP_CLONES static void multiply_many(const float *a, const float *b, float *c,
				      const int64_t *p, int64_t i, int64_t end)
{
	int64_t m = p[M], n = p[N], k = p[K];

	if (m == SIDE && n == SIDE && k == SIDE)
		for (; i < end; i++)
			multiply_side(c + i * SIDE * SIDE, a + i * SIDE * SIDE,
				      b + i * SIDE * SIDE);
	else
		for (; i < end; i++)
			multiply_tiny(c + i * m * n, a + i * m * k, b + i * k * n, m, n,
				      k);
}

#endif
