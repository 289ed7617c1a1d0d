/* SPDX-License-Identifier: MIT
 *
 * Tiles of DOWN rows and ACROSS columns of the input; along which of them the inner
 * loop runs decides on which side cache lines are used whole at once.  Made by `aisp
 * tune` from template_transpose.c: the definitions below are what it chose.
 */
#include "workload_transpose.h"

enum {
	DOWN = AISP_TUNE_ROWS,
	ACROSS = AISP_TUNE_COLS,
	IS_ALONG_ROWS = AISP_TUNE_INNER,
	UNROLL = AISP_TUNE_UNROLL
};

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* b[k * to] = a[k * from] for k in [0, n) */
static inline __attribute__((always_inline)) void
move(float *restrict b, int64_t to, const float *restrict a, int64_t from, int64_t n)
{
	int64_t k = 0;

	for (; k + UNROLL <= n; k += UNROLL)
		for (int64_t u = 0; u < UNROLL; u++)
			b[(k + u) * to] = a[(k + u) * from];
	for (; k < n; k++)
		b[k * to] = a[k * from];
}

/* Rows [i0, i1) and columns [j0, j1) of the input. */
static inline __attribute__((always_inline)) void
tile(float *restrict b, const float *restrict a, int64_t rows, int64_t cols, int64_t i0,
     int64_t i1, int64_t j0, int64_t j1)
{
	if (IS_ALONG_ROWS)
		for (int64_t i = i0; i < i1; i++)
			move(b + j0 * rows + i, rows, a + i * cols + j0, 1, j1 - j0);
	else
		for (int64_t j = j0; j < j1; j++)
			move(b + j * rows + i0, 1, a + i0 * cols + j, cols, i1 - i0);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i0 = 0; i0 < rows; i0 += DOWN)
		for (int64_t j0 = 0; j0 < cols; j0 += ACROSS)
			tile(aisp_out_f32(io, 0), aisp_in_f32(io, 0), rows, cols, i0,
			     min(i0 + DOWN, rows), j0, min(j0 + ACROSS, cols));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles, shaped by a search",
	.run = run,
};
