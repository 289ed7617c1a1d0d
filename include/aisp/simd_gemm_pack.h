/* SPDX-License-Identifier: MIT
 *
 * simd_gemm_pack.h - packing for simd_gemm_tile.h, which includes this once for each
 * instruction set.
 */
#include <aisp/simd_zip.h>

/* VEC columns of ROWS rows of A, transposed. */
INLINE TILE(transpose)(float *to, const float *a, int64_t lda)
{
	vec x[ROWS];

	TILE(zip)(x, ROWS, a, lda);
#pragma GCC unroll 16
	for (int r = 0; r < ROWS; r++)
		((vecu *)to)[r] = x[r]; /* k may be odd */
}

/* m rows of k columns of A, at most ROWS, as k columns of ROWS, padded with zeros. */
static void TILE(pack_a)(float *to, const float *a, int64_t lda, int64_t m, int64_t k)
{
	int64_t p = 0;

	if (m == ROWS)
		for (; p + VEC <= k; p += VEC)
			TILE(transpose)(to + p * ROWS, a + p, lda);
	for (; p < k; p++)
		for (int64_t r = 0; r < ROWS; r++)
			to[p * ROWS + r] = r < m ? a[r * lda + p] : 0;
}

/* Rows [p, end) of the panel of B that begins at column j, padded with zeros. */
static void TILE(pack_b)(const struct block *x, int64_t j, int64_t p, int64_t end)
{
	int64_t n = min(COLS, x->n - j), whole = n / VEC * VEC;
	int64_t padded = (n + VEC - 1) / VEC * VEC;
	float *to = x->panels + j * x->k + p * padded;

	for (; p < end; p++, to += padded) {
		const float *row = x->b + p * x->ldb + j;

		for (int64_t q = 0; q < whole; q += VEC)
			*(vec *)(to + q) = *(const vecu *)(row + q);
		for (int64_t q = whole; q < padded; q++)
			to[q] = q < n ? row[q] : 0;
	}
}
