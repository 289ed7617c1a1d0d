/* SPDX-License-Identifier: MIT
 *
 * transpose_run.h - the launch of the steps that have a block for each tile.
 */
#ifndef TRANSPOSE_RUN_H
#define TRANSPOSE_RUN_H

#include <aisp/cuda.h>

#ifndef TILE    /* a search chooses both */
#define TILE 32 /* rows and columns of a block */
#define DOWN 8  /* rows of threads */
#endif

static __global__ void transpose(float *restrict b, const float *restrict a,
				 int64_t rows, int64_t cols);

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	transpose<<<aisp_ceil_div(rows, TILE) * aisp_ceil_div(cols, TILE),
		    dim3(TILE, DOWN), 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), rows, cols);
	return aisp_launched();
}

#endif
