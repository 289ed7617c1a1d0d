/* SPDX-License-Identifier: MIT
 *
 * im2col_prealloc.h - the two halves of the filter, which all variants share: they
 * differ in the scratch between them.
 */
/* m[t][j] = x shifted by tap t, for output rows [i0, i1): TAPS rows of (i1 - i0) cols.
 */
static void im2col(const float *x, int64_t cols, int64_t i0, int64_t i1, float *m)
{
	for (int64_t t = 0; t < TAPS; t++)
		for (int64_t i = i0; i < i1; i++, m += cols) {
			const float *from = x + (i + t / 3) * (cols + 2) + t % 3;

			for (int64_t j = 0; j < cols; j++)
				m[j] = from[j];
		}
}

/* y[j] = sum over t of w[t] m[t][j], j below n. */
static void weigh(const float *w, const float *restrict m, int64_t n, float *restrict y)
{
	for (int64_t j = 0; j < n; j++) {
		float sum = 0;

		for (int64_t t = 0; t < TAPS; t++)
			sum += w[t] * m[t * n + j];
		y[j] = sum;
	}
}
