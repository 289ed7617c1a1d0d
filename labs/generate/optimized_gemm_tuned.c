/* SPDX-License-Identifier: MIT
 *
 * A tile of C, MR rows of NR columns, stays in registers while DEPTH rows of B, packed
 * beside each other, go by (K. Goto and R. van de Geijn, ACM TOMS 34, 2008).  Made by
 * `aisp tune` from template_gemm.c: the definitions below are what it chose.
 */
#define AISP_TUNE_MR     4
#define AISP_TUNE_NR     16
#define AISP_TUNE_DEPTH  256
#define AISP_TUNE_UNROLL 1
#define AISP_TUNE_WIDTH  16
#include "workload_gemm.h"

#include <errno.h>
#include <stdlib.h>

enum {
	MR = AISP_TUNE_MR,
	NR = AISP_TUNE_NR,
	DEPTH = AISP_TUNE_DEPTH,
	UNROLL = AISP_TUNE_UNROLL,
	WIDTH = AISP_TUNE_WIDTH
};

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Rows [p0, p0 + depth) of columns [j0, j0 + NR), zeros behind the last column. */
static void pack(const float *b, int64_t n, int64_t depth, int64_t j0, float *panel)
{
	int64_t width = min(NR, n - j0);

	for (int64_t p = 0; p < depth; p++) {
		for (int64_t j = 0; j < width; j++)
			panel[p * NR + j] = b[p * n + j0 + j];
		for (int64_t j = width; j < NR; j++)
			panel[p * NR + j] = 0;
	}
}

#define AISP_KERNEL "tile_gemm.h"
#include <aisp/each_level.h>

/* Add the tile to C, or begin it; what lies behind the last row or column is left. */
static void store(const float sum[MR][NR], float *c, int64_t n, int64_t rows,
		  int64_t columns, int is_first)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < columns; j++) {
			float *to = c + i * n + j;

			*to = (is_first ? 0 : *to) + sum[i][j];
		}
}

static void add_panel(const struct aisp_io *io, const float *panel, int64_t p0,
		      int64_t depth, int64_t j0)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const float *a = aisp_in_f32(io, 0);
	float sum[MR][NR];

	for (int64_t i0 = 0; i0 < m; i0 += MR) {
		const float *row[MR];

		/* Behind the last row: that row again, not stored. */
		for (int64_t i = 0; i < MR; i++)
			row[i] = a + min(i0 + i, m - 1) * k + p0;
		AISP_BEST(tile)(row, panel, depth, sum);
		store(sum, aisp_out_f32(io, 0) + i0 * n + j0, n, min(MR, m - i0),
		      min(NR, n - j0), p0 == 0);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], k = io->param[K];
	float *panel = state;

	for (int64_t p0 = 0; p0 < k; p0 += DEPTH)
		for (int64_t j0 = 0; j0 < n; j0 += NR) {
			int64_t depth = min(DEPTH, k - p0);

			pack(aisp_in_f32(io, 1) + p0 * n, n, depth, j0, panel);
			add_panel(io, panel, p0, depth, j0);
		}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = malloc(sizeof(float) * DEPTH * NR);
	return *state ? 0 : -ENOMEM;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a tile in registers, shaped by a search",
	.setup = setup,
	.run = run,
	.teardown = free,
};
