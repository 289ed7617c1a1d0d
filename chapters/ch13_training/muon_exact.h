/* SPDX-License-Identifier: MIT
 *
 * muon_exact.h - steps of Muon's update in double precision, of small matrices.
 */
#ifndef MUON_EXACT_H
#define MUON_EXACT_H

#include <aisp/clones.h>
#include <stdint.h>

#define STRIP 512 /* columns that all rows have in a cache */

AISP_CLONES __attribute__((optimize("O3"))) static double
dot_exactly(const double *a, const double *b, int64_t n)
{
	double sums[16] = { 0 }, all = 0;
	int64_t i = 0;

	for (; i + 16 <= n; i += 16)
		for (int k = 0; k < 16; k++)
			sums[k] += a[i + k] * b[i + k];
	for (; i < n; i++)
		all += a[i] * b[i];
	for (int k = 0; k < 16; k++)
		all += sums[k];
	return all;
}

AISP_CLONES __attribute__((optimize("O3"))) static void
add_times(double *restrict c, const float *restrict g, double a, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		c[j] += a * (double)g[j];
}

/* Columns [first, end) of a g, rounded; a is m x m, g and c have n columns. */
static inline void multiply_strip(float *c, const double *a, const float *g, int64_t m,
				  int64_t n, int64_t first, int64_t end)
{
	double sum[STRIP];

	for (int64_t i = 0; i < m; i++) {
		for (int64_t j = first; j < end; j++)
			sum[j - first] = 0;
		for (int64_t p = 0; p < m; p++)
			add_times(sum, g + p * n + first, a[i * m + p], end - first);
		for (int64_t j = first; j < end; j++)
			c[i * n + j] = (float)sum[j - first];
	}
}

/* a += x x^T, of m rows and n columns. */
static inline void add_square(double *a, const double *x, int64_t m, int64_t n)
{
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j <= i; j++) {
			a[i * m + j] += dot_exactly(x + i * n, x + j * n, n);
			a[j * m + i] = a[i * m + j];
		}
}

/* a = g g^T, of m rows and n columns; x: room for m x STRIP. */
static inline void square_exactly(double *a, const float *g, int64_t m, int64_t n,
				  double *x)
{
	for (int64_t j = 0; j < n; j += STRIP) {
		int64_t cols = n - j < STRIP ? n - j : STRIP;

		for (int64_t e = 0; e < m * cols; e++)
			x[e] = (double)g[e / cols * n + j + e % cols];
		add_square(a, x, m, cols);
	}
}

/* The product of m x m matrices that commute and are symmetric, so that it is, too. */
static void multiply_exactly(double *c, const double *a, const double *b, int64_t m)
{
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j <= i; j++)
			c[i * m + j] = c[j * m + i] =
				dot_exactly(a + i * m, b + j * m, m);
}

/*
 * A step multiplies x with f = A + B a + C a a, so that its square a = x x^T becomes
 * f a f, and `all`, the product of the factors, f `all`.  All of these commute.
 */
static void step_exactly(double *a, double *all, int64_t m, double *room)
{
	double *f = room, *b = f + m * m;

	multiply_exactly(f, a, a, m);
	for (int64_t i = 0; i < m * m; i++)
		f[i] = POLY_B * a[i] + POLY_C * f[i] + (i % (m + 1) ? 0 : POLY_A);
	multiply_exactly(b, f, a, m);
	multiply_exactly(a, b, f, m);
	multiply_exactly(b, f, all, m);
	for (int64_t i = 0; i < m * m; i++)
		all[i] = b[i];
}

#endif
