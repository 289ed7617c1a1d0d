/* SPDX-License-Identifier: MIT
 *
 * The register tiles of optimized_attention_simd.c, which includes this once for
 * each instruction set, with these defined:
 *     TILE(name)  name with the instruction set's suffix
 *     VEC_BYTES   of a vector register
 *     ROWS        queries whose two accumulators each fit in registers
 *     MAX(a, b)   of two vectors, element by element
 *     WEIGHT(t)   2 to the powers t <= 0; may be left out
 *     LARGEST(v)  of a vector's elements
 *     TOTAL(v)    of them
 */
#define VEC    ((int)(VEC_BYTES / sizeof(float)))
#define COLS   (2 * VEC)
#define vec    TILE(vec)
#define vecu   TILE(vecu)
#define ivec   TILE(ivec)
#define INLINE static inline __attribute__((always_inline))

typedef float vec __attribute__((vector_size(VEC_BYTES), may_alias));
typedef float vecu __attribute__((vector_size(VEC_BYTES), may_alias, aligned(4)));
typedef int32_t ivec __attribute__((vector_size(VEC_BYTES), may_alias));

AISP_EXP2(TILE(power), vec, ivec, MAX)
#ifndef WEIGHT
#define WEIGHT(t) TILE(power)(t)
#endif

#include "attention_pack.h"

/* sum += k columns of a (rows of lda) times k rows of b. */
INLINE void TILE(products)(int rows, int64_t k, const float *a, int64_t lda,
			   const float *b, vec (*sum)[2])
{
#pragma GCC unroll 4
	for (int64_t p = 0; p < k; p++, b += COLS) {
		vec b0 = ((const vec *)b)[0], b1 = ((const vec *)b)[1];

#pragma GCC unroll 16
		for (int i = 0; i < rows; i++) {
			sum[i][0] += a[i * lda + p] * b0;
			sum[i][1] += a[i * lda + p] * b1;
		}
	}
}

/* Stores scores of `rows` queries and the first n keys of the block in x->p. */
INLINE void TILE(scores)(int rows, const struct block *x, int64_t n)
{
	for (int64_t j = 0; j < n; j += COLS) {
		vec sum[ROWS][2];

#pragma GCC unroll 16
		for (int r = 0; r < rows; r++)
			sum[r][0] = sum[r][1] = (vec){ 0 };
		TILE(products)(rows, x->dim, x->tile, Q_STRIDE, x->k + j * x->dim, sum);
#pragma GCC unroll 16
		for (int r = 0; r < rows; r++) {
			((vec *)(x->p + r * P_STRIDE + j))[0] = sum[r][0];
			((vec *)(x->p + r * P_STRIDE + j))[1] = sum[r][1];
		}
	}
}

/* Updates maxima of `rows` queries by n scores; change[] gets old minus new ones. */
INLINE void TILE(maxima)(int rows, const float *p, int64_t n, float *max, float *change)
{
	for (int r = 0; r < rows; r++, p += P_STRIDE) {
		vec m0 = *(const vec *)p, m1 = m0;
		float top;

		for (int64_t j = 0; j < n; j += COLS) {
			m0 = MAX(m0, ((const vec *)(p + j))[0]);
			m1 = MAX(m1, ((const vec *)(p + j))[1]);
		}
		m0 = MAX(m0, m1);
		top = LARGEST(m0);
		top = top > max[r] ? top : max[r];
		change[r] = max[r] - top;
		max[r] = top;
	}
}

/*
 * Turns scores of `rows` queries, as exponents of 2, into weights; correction[] gets
 * the factors of the sums of earlier blocks.
 */
INLINE void TILE(weights)(int rows, float *p, int64_t n, float *max, vec *sum,
			  float *correction)
{
	TILE(maxima)(rows, p, n, max, correction);
	for (int r = 0; r < rows; r += VEC)
		*(vec *)(correction + r) = TILE(power)(*(vec *)(correction + r));
	for (int r = 0; r < rows; r++, p += P_STRIDE) {
		vec s0 = { 0 }, s1 = { 0 };

		for (int64_t j = 0; j < n; j += COLS) {
			vec *w = (vec *)(p + j);

			w[0] = WEIGHT(w[0] - max[r]);
			w[1] = WEIGHT(w[1] - max[r]);
			s0 += w[0];
			s1 += w[1];
		}
		sum[r] = sum[r] * correction[r] + (s0 + s1);
	}
}

/* Sums of values, corrected, plus those of n keys. */
INLINE void TILE(values)(int rows, const struct block *x, const float *correction,
			 float *acc, int64_t n)
{
	for (int64_t c = 0; c < x->dim_padded; c += COLS) {
		vec sum[ROWS][2];

#pragma GCC unroll 16
		for (int r = 0; r < rows; r++) {
			const vec *at = (const vec *)(acc + r * x->dim_padded + c);

			sum[r][0] = at[0] * correction[r];
			sum[r][1] = at[1] * correction[r];
		}
		TILE(products)(rows, n, x->p, P_STRIDE, x->v + c * KEYS, sum);
#pragma GCC unroll 16
		for (int r = 0; r < rows; r++) {
			vec *at = (vec *)(acc + r * x->dim_padded + c);

			at[0] = sum[r][0];
			at[1] = sum[r][1];
		}
	}
}

/* Queries [i, i + rows), rows being a constant, against the block of keys. */
INLINE void TILE(tile)(int rows, const struct block *x, int64_t i)
{
	int64_t most = min(x->n, x->is_causal ? i + rows - x->first : x->n);
	int64_t padded = (most + COLS - 1) / COLS * COLS;
	float correction[16] __attribute__((aligned(64))) = { 0 };

	if (most <= 0)
		return;
	TILE(queries)(rows, x, x->q + i * x->dim, x->tile);
	for (int64_t c = 0; c < rows * x->dim; c += 16) /* the next tile's */
		__builtin_prefetch(x->q + (i + rows) * x->dim + c);
	TILE(scores)(rows, x, padded);
	for (int r = 0; r < rows; r++) {
		int64_t n = min(most, x->is_causal ? i + r + 1 - x->first : most);

		for (int64_t j = n > 0 ? n : 0; j < padded; j++)
			x->p[r * P_STRIDE + j] = MASKED;
	}
	TILE(weights)(rows, x->p, padded, x->max + i, (vec *)x->sum + i, correction);
	TILE(values)(rows, x, correction, x->acc + i * x->dim_padded, most);
}

/* All queries meet the block, in tiles of ROWS, then of 8 and 4, then singly. */
static void TILE(attend)(const struct block *x, const float *k, const float *v,
			 float scale)
{
	int64_t i = 0;

	TILE(pack_keys)(x, k, scale);
	TILE(pack_values)(x, v);
	if (x->is_causal)
		i = x->first / ROWS * ROWS;
	for (; i + ROWS <= x->seq; i += ROWS)
		TILE(tile)(ROWS, x, i);
#if ROWS > 8
	for (; i + 8 <= x->seq; i += 8)
		TILE(tile)(8, x, i);
#endif
	for (; i + 4 <= x->seq; i += 4)
		TILE(tile)(4, x, i);
	for (; i < x->seq; i++)
		TILE(tile)(1, x, i);
}

static const struct kernel TILE(kernel) = { COLS, VEC, TILE(attend), TILE(finish) };

#undef VEC
#undef COLS
#undef vec
#undef vecu
#undef ivec
#undef INLINE
#undef TILE
#undef VEC_BYTES
#undef ROWS
#undef MAX
#undef WEIGHT
#undef LARGEST
#undef TOTAL
