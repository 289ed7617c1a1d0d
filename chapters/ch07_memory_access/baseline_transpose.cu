/* SPDX-License-Identifier: MIT
 *
 * A warp reads 32 neighbours of a row and writes them a column's length apart,
 * a sector of 32 bytes for each four.
 */
#include "workload_transpose.h"

#include "transpose_run.h"

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

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "rows read, columns written",
	.run = run,
};
