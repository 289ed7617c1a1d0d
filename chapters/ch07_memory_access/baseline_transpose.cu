/* SPDX-License-Identifier: MIT
 *
 * A warp reads 32 neighbours of a row and writes them a column's length apart,
 * a sector of 32 bytes for each four.
 */
#include "workload_transpose.h"
#include <aisp/cuda.h>

#define TILE 32 /* rows and columns of a block */
#define DOWN 8  /* rows of threads */

static __global__ void transpose(float *restrict b, const float *restrict a,
				 int64_t rows, int64_t cols)
{
	unsigned across = (unsigned)((cols + TILE - 1) / TILE);
	int64_t i = (int64_t)(blockIdx.x / across) * TILE + threadIdx.y;
	int64_t j = (int64_t)(blockIdx.x % across) * TILE + threadIdx.x;

#pragma unroll
	for (int k = 0; k < TILE; k += DOWN)
		if (i + k < rows && j < cols)
			b[j * rows + i + k] = a[(i + k) * cols + j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	transpose<<<aisp_ceil_div(rows, TILE) * aisp_ceil_div(cols, TILE),
		    dim3(TILE, DOWN), 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), rows, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "rows read, columns written",
	.run = run,
};
