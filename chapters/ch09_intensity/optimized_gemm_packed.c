/* SPDX-License-Identifier: MIT
 *
 * Until here each multiplication loads B and loads and stores C.  A tile of C
 * held in registers over the whole depth of a block does neither: 4 x 8
 * accumulators need 4 + 8 loads for 32 multiplications.  B is packed first, so
 * that the tile reads it in order, from few pages.
 * AFTER: gemm_tiled
 */
#include "workload_gemm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROWS  4 /* 8 accumulators of 4 floats, 2 of B and 1 of A fit in 16 registers */
#define COLS  8
#define DEPTH 256 /* a panel of B takes 8 KiB, so it stays in the first-level cache */

typedef float vec __attribute__((vector_size(16), may_alias));

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* sum[ROWS][COLS] = A[ROWS][k] times a panel of B; a holds the rows' addresses. */
static void tile(int64_t k, const float *const *a, const float *b, vec sum[ROWS][2])
{
	vec s00 = { 0 }, s01 = { 0 }, s10 = { 0 }, s11 = { 0 };
	vec s20 = { 0 }, s21 = { 0 }, s30 = { 0 }, s31 = { 0 };

	for (int64_t p = 0; p < k; p++, b += COLS) {
		vec b0 = ((const vec *)b)[0], b1 = ((const vec *)b)[1];

		s00 += a[0][p] * b0;
		s01 += a[0][p] * b1;
		s10 += a[1][p] * b0;
		s11 += a[1][p] * b1;
		s20 += a[2][p] * b0;
		s21 += a[2][p] * b1;
		s30 += a[3][p] * b0;
		s31 += a[3][p] * b1;
	}
	memcpy(sum,
	       (vec[ROWS][2]){ { s00, s01 }, { s10, s11 }, { s20, s21 }, { s30, s31 } },
	       sizeof(vec[ROWS][2]));
}

/* k rows of B from column j on, as rows of COLS padded with zeros. */
static void pack(float *to, const float *b, int64_t n, int64_t k, int64_t j)
{
	for (int64_t p = 0; p < k; p++, to += COLS)
		for (int64_t q = 0; q < COLS; q++)
			to[q] = j + q < n ? b[p * n + j + q] : 0;
}

/* All rows of columns [j, j + COLS): C = or += A[m][k] times the panel. */
static void column(const struct aisp_io *io, int64_t p, int64_t k, int64_t j,
		   const float *panel)
{
	int64_t m = io->param[M], n = io->param[N], width = min(COLS, n - j);

	for (int64_t i = 0; i < m; i += ROWS) {
		const float *rows[ROWS];
		float sum[ROWS][COLS] __attribute__((aligned(16)));

		for (int64_t r = 0; r < ROWS;
		     r++) /* past the end: the last row again */
			rows[r] = aisp_in_f32(io, 0) +
				  min(i + r, m - 1) * io->param[K] + p;
		tile(k, rows, panel, (vec(*)[2])sum);
		for (int64_t r = 0; r < min(ROWS, m - i); r++)
			for (int64_t q = 0; q < width; q++) {
				float *c = aisp_out_f32(io, 0) + (i + r) * n + j + q;

				*c = p ? *c + sum[r][q] : sum[r][q];
			}
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], k = io->param[K];

	for (int64_t p = 0; p < k; p += DEPTH)
		for (int64_t j = 0; j < n; j += COLS) {
			int64_t depth = min(DEPTH, k - p);

			pack(state, aisp_in_f32(io, 1) + p * n, n, depth, j);
			column(io, p, depth, j, state);
		}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = aligned_alloc(64, sizeof(float[DEPTH][COLS]));
	return *state ? 0 : -ENOMEM;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "4x8 tile of C in registers, panels of B packed",
	.setup = setup,
	.run = run,
	.teardown = free,
};
