/* SPDX-License-Identifier: MIT
 *
 * Column by column, as when an array laid out for Fortran is walked in C.  Each
 * step opens another line and another page on both sides for four bytes.
 * FLAGS: -O3 -fno-loop-interchange -fno-tree-loop-distribute-patterns
 */
#include "workload_copy.h"

static void copy(float *restrict b, const float *restrict a, int64_t rows, int64_t cols)
{
	for (int64_t j = 0; j < cols; j++)
		for (int64_t i = 0; i < rows; i++)
			b[i * cols + j] = a[i * cols + j];
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	copy(aisp_out_f32(io, 0), aisp_in_f32(io, 0), io->param[ROWS], io->param[COLS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "column order; strided on both sides",
	.run = run,
};
