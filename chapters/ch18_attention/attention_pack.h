/* SPDX-License-Identifier: MIT
 *
 * Packs the inputs of the tiles of attention_tile.h, which includes this file once for
 * each instruction set.
 */
#include <aisp/simd_zip.h>

INLINE void TILE(copy)(float *to, const float *from, int64_t n)
{
	int64_t i = 0;

	for (; i + VEC <= n; i += VEC)
		*(vec *)(to + i) = *(const vecu *)(from + i);
	for (; i < n; i++)
		to[i] = from[i];
}

/* VEC numbers of VEC keys, transposed and scaled, to rows of COLS. */
INLINE void TILE(transpose)(float *to, const float *k, int64_t dim, float scale)
{
	vec x[VEC];

	TILE(zip)(x, VEC, k, dim);
#pragma GCC unroll 16
	for (int r = 0; r < VEC; r++)
		*(vec *)(to + r * COLS) = x[r] * scale;
}

/* Panels of COLS keys, transposed, scaled, padded with zeros. */
static void TILE(pack_keys)(const struct block *x, const float *k, float scale)
{
	for (int64_t j = 0; j < (x->n + COLS - 1) / COLS * COLS; j += VEC) {
		float *to = x->k + j / COLS * COLS * x->dim + j % COLS;
		const float *rows = k + j * x->dim;
		int64_t c = 0;

		if (j + VEC <= x->n)
			for (; c + VEC <= x->dim; c += VEC)
				TILE(transpose)(to + c * COLS, rows + c, x->dim, scale);
		for (; c < x->dim; c++)
			for (int64_t r = 0; r < VEC; r++)
				to[c * COLS + r] =
					j + r < x->n ? rows[r * x->dim + c] * scale : 0;
	}
}

/* Panels of COLS numbers of all values; setup() wrote the zeros that pad them. */
static void TILE(pack_values)(const struct block *x, const float *v)
{
	for (int64_t c = 0; c < x->dim; c += COLS) {
		int64_t n = min(COLS, x->dim - c);

		for (int64_t j = 0; j < x->n; j++) {
			float *to = x->v + c * KEYS + j * COLS;

			TILE(copy)(to, v + j * x->dim + c, n);
		}
	}
}

/* The tile's queries, rows of Q_STRIDE: a constant, which addresses can hold. */
INLINE void TILE(queries)(int rows, const struct block *x, const float *q, float *to)
{
	for (int r = 0; r < rows; r++)
		TILE(copy)(to + r * Q_STRIDE, q + r * x->dim, x->dim);
}

static void TILE(finish)(const struct block *x, float *o)
{
	for (int64_t i = 0; i < x->seq; i++, o += x->dim) {
		const float *acc = x->acc + i * x->dim_padded;
		float scale = 1 / TOTAL(((const vec *)x->sum)[i]);
		int64_t c = 0;

		for (; c + VEC <= x->dim; c += VEC)
			*(vecu *)(o + c) = *(const vec *)(acc + c) * scale;
		for (; c < x->dim; c++)
			o[c] = acc[c] * scale;
	}
}
