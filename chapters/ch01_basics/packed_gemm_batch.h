/* SPDX-License-Identifier: MIT
 *
 * packed_gemm_batch.h - C = A B that first copies each panel of B's columns,
 * contiguous and padded, and takes all rows of A through it while it lies in
 * L1; a 4x32 tile of C stays in registers (K. Goto and R. van de Geijn, ACM
 * TOMS 34, 2008).  Shared by the steps, which differ in when they call it.
 */
#include <errno.h>
#include <stdlib.h>

#define MR 4
#define NR 32

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Columns [j0, j0 + NR) of b, row by row, zeros behind the last column. */
static void pack(const float *b, int64_t n, int64_t k, int64_t j0, float *panel)
{
	int64_t width = min(NR, n - j0);

	for (int64_t p = 0; p < k; p++) {
		for (int64_t j = 0; j < width; j++)
			panel[p * NR + j] = b[p * n + j0 + j];
		for (int64_t j = width; j < NR; j++)
			panel[p * NR + j] = 0;
	}
}

/* out = rows a[0..MR) times the panel. */
AISP_CLONES static void tile(const float *const a[MR], const float *restrict panel,
			     int64_t k, float out[MR][NR])
{
	float sum[MR][NR] = { { 0 } };

	for (int64_t p = 0; p < k; p++)
		for (int i = 0; i < MR; i++)
			for (int j = 0; j < NR; j++)
				sum[i][j] += a[i][p] * panel[p * NR + j];
	for (int i = 0; i < MR; i++)
		for (int j = 0; j < NR; j++)
			out[i][j] = sum[i][j];
}

/* a of rows x k, b of k x n, c of rows x n; panel holds k x NR floats. */
static void multiply(const float *a, const float *b, float *c, int64_t rows, int64_t n,
		     int64_t k, float *panel)
{
	float sum[MR][NR];

	for (int64_t j0 = 0; j0 < n; j0 += NR) {
		pack(b, n, k, j0, panel);
		for (int64_t i0 = 0; i0 < rows; i0 += MR) {
			const float *row[MR];

			/* Behind the last row: that row again, not stored. */
			for (int64_t i = 0; i < MR; i++)
				row[i] = a + min(i0 + i, rows - 1) * k;
			tile(row, panel, k, sum);
			for (int64_t i = i0; i < min(i0 + MR, rows); i++)
				for (int64_t j = j0; j < min(j0 + NR, n); j++)
					c[i * n + j] = sum[i - i0][j - j0];
		}
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)io->param[K] * NR * sizeof(float));
	return *state ? 0 : -ENOMEM;
}
