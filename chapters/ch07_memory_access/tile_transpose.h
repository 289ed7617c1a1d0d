/* SPDX-License-Identifier: MIT
 *
 * tile_transpose.h - a tile turns in shared memory, so that a warp reads and
 * writes whole lines.  Shared by the steps, which choose PITCH, the distance of
 * the tile's rows.
 */
#include "transpose_run.h"

static __global__ void transpose(float *restrict b, const float *restrict a,
				 int64_t rows, int64_t cols)
{
	__shared__ float tile[TILE * PITCH];
	unsigned across = (unsigned)((cols + TILE - 1) / TILE);
	int64_t i0 = (int64_t)(blockIdx.x / across) * TILE;
	int64_t j0 = (int64_t)(blockIdx.x % across) * TILE;
	int x = threadIdx.x, y = threadIdx.y;

#pragma unroll
	for (int k = y; k < y + TILE; k += DOWN)
		if (i0 + k < rows && j0 + x < cols)
			tile[k * PITCH + x] = a[(i0 + k) * cols + j0 + x];
	__syncthreads();
#pragma unroll
	for (int k = y; k < y + TILE; k += DOWN)
		if (j0 + k < cols && i0 + x < rows)
			b[(j0 + k) * rows + i0 + x] = tile[x * PITCH + k];
}
