/* SPDX-License-Identifier: MIT
 *
 * simd_gemm_tile.h - the register tile of simd_gemm.h, which includes this once for
 * each instruction set, with these defined:
 *     TILE(name)  name with the instruction set's suffix
 *     VEC_BYTES   of a vector register
 *     ROWS, VECS  of the tile: ROWS x VECS accumulators, VECS vectors of B and one
 *                 of A fit in registers; ROWS is a power of two
 */
#define VEC    ((int)(VEC_BYTES / sizeof(float)))
#define COLS   (VECS * VEC)
#define vec    TILE(vec)
#define vecu   TILE(vecu)
#define ivec   TILE(ivec)
#define INLINE static inline __attribute__((always_inline)) void

typedef float vec __attribute__((vector_size(VEC_BYTES), may_alias));
typedef float vecu __attribute__((vector_size(VEC_BYTES), may_alias, aligned(4)));
typedef int32_t ivec __attribute__((vector_size(VEC_BYTES)));

#include <aisp/simd_gemm_pack.h>

/* sum += k columns of a, of ROWS, times k rows of b, of vecs vectors. */
INLINE TILE(products)(int vecs, int64_t k, const float *a, const float *b,
		      vec (*sum)[VECS])
{
#pragma GCC unroll 4
	for (int64_t p = 0; p < k; p++, a += ROWS, b += vecs * VEC) {
		vec row[VECS];

#pragma GCC unroll 4
		for (int v = 0; v < vecs; v++)
			row[v] = ((const vec *)b)[v];
#pragma GCC unroll 16
		for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 4
			for (int v = 0; v < vecs; v++)
				sum[i][v] += a[i] * row[v];
	}
}

/*
 * ROWS rows of packed A times a panel of B.  C and what comes next are fetched a row
 * at a time all the while: at once they would fill the queue that the misses of a and
 * b need.
 */
INLINE TILE(tile)(int vecs, const struct block *x, const float *a, const float *b,
		  float *c, int64_t ldc, bool is_first, const struct ahead *next)
{
	int64_t step = x->k / ROWS / 4 * 4, done = step * ROWS;
	vec sum[ROWS][VECS];

#pragma GCC unroll 16
	for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
		for (int v = 0; v < vecs; v++)
			sum[r][v] = (vec){ 0 };
	for (int r = 0; r < ROWS; r++) {
#pragma GCC unroll 4
		for (int v = 0; v < vecs; v++)
			__builtin_prefetch(c + r * ldc + v * VEC, 1);
		fetch(&next[0], r);
		fetch(&next[1], r);
		for (const float *end = a + step * ROWS; a < end; a += 4 * ROWS) {
			TILE(products)(vecs, 4, a, b, sum);
			b += 4 * vecs * VEC;
		}
	}
	TILE(products)(vecs, x->k - done, a, b, sum);
#pragma GCC unroll 16
	for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 4
		for (int v = 0; v < vecs; v++) {
			vecu *out = (vecu *)(c + r * ldc) + v;

			if (!is_first)
				sum[r][v] += *out;
			*out = sum[r][v];
		}
}

/* A tile at the edge of C, m x n of it: through a whole one in a buffer. */
INLINE TILE(edge)(int vecs, const struct block *x, int64_t m, int64_t n, const float *a,
		  const float *b, float *c, const struct ahead *next)
{
	float whole[ROWS * COLS] __attribute__((aligned(64)));
	const float *from = whole;

	TILE(tile)(vecs, x, a, b, whole, vecs * VEC, true, next);
	for (int64_t i = 0; i < m; i++, c += x->ldc, from += vecs * VEC) {
		int64_t j = 0;

		for (; j + VEC <= n; j += VEC) {
			vec sum = *(const vec *)(from + j);

			if (!x->is_first)
				sum += *(const vecu *)(c + j);
			*(vecu *)(c + j) = sum;
		}
		for (; j < n; j++)
			c[j] = (x->is_first ? 0 : c[j]) + from[j];
	}
}

/*
 * All rows of the block times the panel of B at column j.  The first panel packs A, a
 * tile after the other, and each packs the panel after it, a share a tile: what is
 * packed was fetched during the tile before, and has not left the cache since, as a
 * whole panel would whose rows are a power of two apart.
 */
INLINE TILE(column)(int vecs, const struct block *x, int64_t j)
{
	int64_t n = min(COLS, x->n - j), share = (x->k * ROWS + x->m - 1) / x->m,
		done = 0;
	bool is_packing = x->is_packing && j + n < x->n;
	float *packed = x->tiles, *b = x->panels + j * x->k, *c = x->c + j;
	struct ahead next[2] = { { b + COLS * x->k, COLS, COLS },
				 { x->a + ROWS * x->lda, x->lda, 0 } };

	if (is_packing)
		next[0] = (struct ahead){ x->b + j + n, x->ldb, COLS };
	for (int64_t i = 0; i < x->m; i += ROWS, packed += ROWS * x->k) {
		int64_t m = min(ROWS, x->m - i);

		if (j == 0) {
			TILE(pack_a)(packed, x->a + i * x->lda, x->lda, m, x->k);
			next[1].n = i + 2 * ROWS <= x->m ? x->k : 0;
		}
		if (m == ROWS && n == vecs * VEC)
			TILE(tile)(vecs, x, packed, b, c, x->ldc, x->is_first, next);
		else
			TILE(edge)(vecs, x, m, n, packed, b, c, next);
		if (is_packing) {
			TILE(pack_b)(x, j + n, done, min(done + share, x->k));
			done = min(done + share, x->k);
		}
		c += ROWS * x->ldc;
		next[0].at += (is_packing ? share : ROWS) * next[0].ld;
		next[1].at += ROWS * next[1].ld;
	}
}

/* One block of the product, a panel of B after the other. */
static void TILE(multiply)(const struct block *x)
{
	if (x->is_packing)
		TILE(pack_b)(x, 0, 0, x->k);
	for (int64_t j = 0; j < x->n; j += COLS)
		if (x->n - j > 2 * VEC && VECS > 2)
			TILE(column)(VECS, x, j);
		else if (x->n - j > VEC)
			TILE(column)(2, x, j);
		else
			TILE(column)(1, x, j);
}

static const struct kernel TILE(kernel) = { ROWS, VEC, COLS, TILE(multiply) };

#undef VEC
#undef COLS
#undef vec
#undef vecu
#undef ivec
#undef INLINE
#undef TILE
#undef VEC_BYTES
#undef ROWS
#undef VECS
