/* SPDX-License-Identifier: MIT
 *
 * simd_zip.h - rows of a matrix as columns, in registers; for a file of tiles that
 * includes this once for each instruction set, and says what TILE(name), VEC,
 * VEC_BYTES, vec, vecu and ivec are.
 */
#if VEC_BYTES == 64
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#elif VEC_BYTES == 32
#define LOW 0, 8, 1, 9, 2, 10, 3, 11
#else
#define LOW 0, 4, 1, 5
#endif

/*
 * VEC columns of `rows` rows, a power of two of at most 16, transposed.  Zipping the
 * first half of the rows with the second, log2(rows) times, moves the row's bits of an
 * element's index to the end.
 */
static inline __attribute__((always_inline)) void TILE(zip)(vec *x, int rows,
							    const float *a, int64_t lda)
{
	const ivec low = { LOW }, high = low + VEC / 2;
	vec y[16];

#pragma GCC unroll 16
	for (int r = 0; r < rows; r++)
		x[r] = *(const vecu *)(a + r * lda);
#pragma GCC unroll 4
	for (int half = rows / 2; half; half /= 2) {
#pragma GCC unroll 8
		for (int r = 0; r < rows / 2; r++) {
			y[2 * r] = __builtin_shuffle(x[r], x[r + rows / 2], low);
			y[2 * r + 1] = __builtin_shuffle(x[r], x[r + rows / 2], high);
		}
#pragma GCC unroll 16
		for (int r = 0; r < rows; r++)
			x[r] = y[r];
	}
}

#undef LOW
