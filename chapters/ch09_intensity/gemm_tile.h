/* SPDX-License-Identifier: MIT
 *
 * The register tile of optimized_gemm_simd.c, which includes this once for each
 * instruction set, with these defined:
 *     TILE(name)  name with the instruction set's suffix
 *     VEC_BYTES   of a vector register
 *     ROWS        rows of C whose two accumulators each fit in registers
 */
#define VEC    ((int)(VEC_BYTES / sizeof(float)))
#define COLS   (2 * VEC)
#define STEP   8 /* multiplications deep between two fetches: some 100 cycles */
#define vec    TILE(vec)
#define vecu   TILE(vecu)
#define INLINE static inline __attribute__((always_inline)) void

typedef float vec __attribute__((vector_size(VEC_BYTES), may_alias));
typedef float vecu __attribute__((vector_size(VEC_BYTES), may_alias, aligned(4)));

/* sum += k columns of a (rows of A_STRIDE) times k rows of b. */
INLINE TILE(products)(int rows, int64_t k, const float *a, const float *b,
		      vec (*sum)[2])
{
#pragma GCC unroll 4
	for (int64_t p = 0; p < k; p++, b += COLS) {
		vec b0 = ((const vec *)b)[0], b1 = ((const vec *)b)[1];

#pragma GCC unroll 16
		for (int i = 0; i < rows; i++) {
			sum[i][0] += a[i * A_STRIDE + p] * b0;
			sum[i][1] += a[i * A_STRIDE + p] * b1;
		}
	}
}

/* Rows [i, i + rows) of the block, rows being a constant, times one panel of B. */
INLINE TILE(tile)(int rows, const struct block *x, int64_t i, const float *b, float *c,
		  const struct ahead *next)
{
	const float *a = x->a + i * A_STRIDE, *coming = next->at + i * next->ld;
	int64_t k = x->k;
	vec sum[ROWS][2];

	c += i * x->ldc;
#pragma GCC unroll 16
	for (int r = 0; r < rows; r++)
		sum[r][0] = sum[r][1] = (vec){ 0 };
	/* C comes from memory while the tile computes, a row at a time: all at once
	 * would fill the queue that the misses of a need. */
	for (int r = 0; r < rows && k >= STEP; r++) {
		__builtin_prefetch(c + r * x->ldc, 1);
		__builtin_prefetch(c + r * x->ldc + VEC, 1);
		__builtin_prefetch(coming + r * next->ld);
		__builtin_prefetch(coming + r * next->ld + COLS - 1);
		TILE(products)(rows, STEP, a, b, sum);
		a += STEP;
		b += STEP * COLS;
		k -= STEP;
	}
	TILE(products)(rows, k, a, b, sum);
#pragma GCC unroll 16
	for (int r = 0; r < rows; r++) {
		vecu *out = (vecu *)(c + r * x->ldc);

		if (!x->is_first) {
			sum[r][0] += out[0];
			sum[r][1] += out[1];
		}
		out[0] = sum[r][0];
		out[1] = sum[r][1];
	}
}

/* All rows of the block against one panel of B; what ROWS leaves over by halves. */
static void TILE(column)(const struct block *x, const float *b, float *c,
			 const struct ahead *next)
{
	int64_t i = 0;

	for (; i + ROWS <= x->m; i += ROWS)
		TILE(tile)(ROWS, x, i, b, c, next);
#if ROWS > 8
	for (; i + 8 <= x->m; i += 8)
		TILE(tile)(8, x, i, b, c, next);
#endif
	for (; i + 4 <= x->m; i += 4)
		TILE(tile)(4, x, i, b, c, next);
	for (; i < x->m; i++)
		TILE(tile)(1, x, i, b, c, next);
}

/* The last panel, of n < COLS columns: through whole rows in a buffer. */
static void TILE(edge)(const struct block *x, int64_t n, const float *b, float *c)
{
	float whole[ROWS * COLS];

	for (int64_t i0 = 0; i0 < x->m; i0 += ROWS) {
		struct block part = *x;

		part.m = min(ROWS, x->m - i0);
		part.a += i0 * A_STRIDE;
		part.ldc = COLS;
		part.is_first = true;
		TILE(column)(&part, b, whole, &(struct ahead){ b, COLS });
		for (int64_t i = 0; i < part.m; i++)
			for (int64_t j = 0; j < n; j++) {
				float *to = c + (i0 + i) * x->ldc + j;

				*to = (x->is_first ? 0 : *to) + whole[i * COLS + j];
			}
	}
}

/* k rows of n columns of B as k rows of COLS, padded with zeros. */
static void TILE(pack)(float *to, const struct block *x, const float *b, int64_t n)
{
	for (int64_t p = 0; p < x->k; p++, to += COLS, b += x->ldb)
		if (n == COLS) {
			((vec *)to)[0] = ((const vecu *)b)[0];
			((vec *)to)[1] = ((const vecu *)b)[1];
		} else {
			for (int64_t j = 0; j < COLS; j++)
				to[j] = j < n ? b[j] : 0;
		}
}

/*
 * One block of the product, a panel of B after the other.  While one is in use the
 * next one's rows are fetched, as many as the block has; during the last panels, once
 * B is packed, the next block of A instead, a few columns of its rows a panel.
 */
static void TILE(multiply)(const struct block *x)
{
	for (int64_t j = 0; j < x->n; j += COLS) {
		float *panel = x->panels + j * x->k;
		const float *b = x->b + j;
		int64_t n = min(COLS, x->n - j), n_left = x->n - j - n;
		struct ahead next = { panel + x->k * COLS, COLS };

		if (x->is_packing) {
			TILE(pack)(panel, x, b, n);
			next = (struct ahead){ b + COLS, x->ldb };
		} else if (n_left < x->k) {
			next = (struct ahead){ x->a_next + n_left, x->lda };
		}
		if (n == COLS)
			TILE(column)(x, panel, x->c + j, &next);
		else
			TILE(edge)(x, n, panel, x->c + j);
	}
}

static const struct kernel TILE(kernel) = { ROWS, COLS, TILE(multiply) };

#undef VEC
#undef COLS
#undef STEP
#undef vec
#undef vecu
#undef INLINE
#undef TILE
#undef VEC_BYTES
#undef ROWS
