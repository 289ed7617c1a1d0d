/* SPDX-License-Identifier: MIT
 *
 * strassen_cpu.h - a product of sums, added to several parts of C: sums are made while
 * operands are packed, and a tile of the product is added where it belongs while it is
 * in registers, so that neither needs memory of its own (J. Huang et al., Strassen's
 * Algorithm Reloaded, 2016).
 */
#ifndef STRASSEN_CPU_H
#define STRASSEN_CPU_H

#include <aisp/clones.h>
#include <errno.h>
#include <string.h>

#define ROWS  6  /* of a tile */
#define COLS  16 /* two vectors */
#define DEPTH 256
#define BAND  96 /* rows of A that are packed at a time */

typedef float eight __attribute__((vector_size(32), may_alias));
typedef float any_eight __attribute__((vector_size(32), may_alias, aligned(4)));

/* n parts of a matrix whose rows are `pitch` apart, each times its sign. */
struct sum {
	const float *x[2];
	float sign[2];
	int n;
	int64_t pitch;
};

struct product {
	int64_t m, n, k;
	struct sum a, b;
	float *c[2]; /* the product is added there */
	float sign[2];
	int n_c;
	int64_t c_pitch;
};

static float at(const struct sum *s, int64_t row, int64_t col)
{
	float x = s->sign[0] * s->x[0][row * s->pitch + col];

	return s->n < 2 ? x : x + s->sign[1] * s->x[1][row * s->pitch + col];
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Rows [i, end) and columns [p, p + k) of A: tiles of ROWS, column by column. */
static void pack_a(float *to, const struct sum *a, int64_t i, int64_t end, int64_t p,
		   int64_t k)
{
	for (; i < end; i += ROWS)
		for (int64_t q = 0; q < k; q++)
			for (int64_t r = i; r < i + ROWS; r++)
				*to++ = r < end ? at(a, r, p + q) : 0;
}

/* All columns of rows [p, p + k) of B: panels of COLS, row by row. */
static void pack_b(float *to, const struct sum *b, int64_t n, int64_t p, int64_t k)
{
	for (int64_t j = 0; j < n; j += COLS)
		for (int64_t q = 0; q < k; q++)
			for (int64_t c = j; c < j + COLS; c++)
				*to++ = c < n ? at(b, p + q, c) : 0;
}

/* A tile, row by row. */
AISP_CLONES static void multiply_tile(const float *a, const float *b, int64_t k,
				      float *tile)
{
	eight sum[ROWS][2];

#pragma GCC unroll 6
	for (int r = 0; r < ROWS; r++)
		sum[r][0] = sum[r][1] = (eight){ 0 };
	for (int64_t p = 0; p < k; p++, a += ROWS, b += COLS) {
		eight b0 = ((const eight *)b)[0], b1 = ((const eight *)b)[1];

#pragma GCC unroll 6
		for (int r = 0; r < ROWS; r++) {
			sum[r][0] += a[r] * b0;
			sum[r][1] += a[r] * b1;
		}
	}
#pragma GCC unroll 6
	for (int r = 0; r < ROWS; r++) {
		((eight *)tile)[2 * r] = sum[r][0];
		((eight *)tile)[2 * r + 1] = sum[r][1];
	}
}

static void add_tile(const struct product *x, const float *tile, int64_t i, int64_t j)
{
	int64_t rows = least(ROWS, x->m - i), cols = least(COLS, x->n - j);

	for (int t = 0; t < x->n_c; t++)
		for (int64_t r = 0; r < rows; r++) {
			float *c = x->c[t] + (i + r) * x->c_pitch + j;

			for (int64_t q = 0; q < cols; q++)
				c[q] += x->sign[t] * tile[r * COLS + q];
		}
}

/* Room for what is packed: of B, then of A. */
static size_t packed_bytes(int64_t n)
{
	return (size_t)(DEPTH * (n + COLS + BAND + ROWS)) * sizeof(float);
}

static void multiply(const struct product *x, float *room)
{
	float *b = room, *a = room + DEPTH * (x->n + COLS - 1) / COLS * COLS;
	float tile[ROWS * COLS] __attribute__((aligned(32)));

	for (int64_t p = 0; p < x->k; p += DEPTH) {
		int64_t k = least(DEPTH, x->k - p);

		pack_b(b, &x->b, x->n, p, k);
		for (int64_t i = 0; i < x->m; i += BAND) {
			int64_t end = least(i + BAND, x->m);

			pack_a(a, &x->a, i, end, p, k);
			for (int64_t j = 0; j < x->n; j += COLS)
				for (int64_t r = i; r < end; r += ROWS) {
					multiply_tile(a + (r - i) * k, b + j * k, k,
						      tile);
					add_tile(x, tile, r, j);
				}
		}
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	return io->workspace_bytes < packed_bytes(io->param[N]) ? -ENOMEM : 0;
}

#endif
