/* SPDX-License-Identifier: MIT
 *
 * simd_gemm_pack.h - packing for simd_gemm_tile.h, which includes this once for each
 * instruction set.
 */
#if VEC_BYTES == 64
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#elif VEC_BYTES == 32
#define LOW 0, 8, 1, 9, 2, 10, 3, 11
#else
#define LOW 0, 4, 1, 5
#endif

/*
 * VEC columns of ROWS rows of A, transposed.  Zipping the first half of the rows with
 * the second, log2(ROWS) times, moves the row's bits of an element's index to the end.
 */
INLINE TILE(transpose)(float *to, const float *a, int64_t lda)
{
	const ivec low = { LOW }, high = low + VEC / 2;
	vec x[ROWS], y[ROWS];

#pragma GCC unroll 16
	for (int r = 0; r < ROWS; r++)
		x[r] = *(const vecu *)(a + r * lda);
#pragma GCC unroll 4
	for (int half = ROWS / 2; half; half /= 2) {
#pragma GCC unroll 8
		for (int r = 0; r < ROWS / 2; r++) {
			y[2 * r] = __builtin_shuffle(x[r], x[r + ROWS / 2], low);
			y[2 * r + 1] = __builtin_shuffle(x[r], x[r + ROWS / 2], high);
		}
#pragma GCC unroll 16
		for (int r = 0; r < ROWS; r++)
			x[r] = y[r];
	}
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

#undef LOW
