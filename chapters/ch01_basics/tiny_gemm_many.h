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

/* One product; m, n and k may be constants. */
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

static inline __attribute__((always_inline)) void
multiply_side(float *restrict c, const float *restrict a, const float *restrict b)
{
	for (int i = 0; i < SIDE; i++) {
		float row[SIDE] = { 0 };

		for (int p = 0; p < SIDE; p++)
			for (int j = 0; j < SIDE; j++)
				row[j] += a[i * SIDE + p] * b[p * SIDE + j];
		for (int j = 0; j < SIDE; j++)
			c[i * SIDE + j] = row[j];
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
