/* SPDX-License-Identifier: MIT
 *
 * Padding by a word ends the alignment that 16-byte accesses need.  An XOR of the
 * column with the row spreads columns over the banks and keeps it: 64x64 tiles,
 * 16 bytes at a time on both sides of memory.
 */
#include "workload_transpose.h"
#include <aisp/cuda.h>

#define TILE    64         /* rows and columns of a block */
#define VECTORS (TILE / 4) /* of a row */
#define THREADS 256

/*
 * Where vector v of row i lies.  Eight lanes that store one row's vectors hit eight
 * groups of four banks; so do eight lanes that read a column four rows apart, and
 * lanes of the next three columns take the other banks of the groups.
 */
static __device__ int slot(int i, int v)
{
	return i * VECTORS + (v ^ (i / 4 % VECTORS));
}

/* Tiles at the edges; all of them where rows would not start at 16 bytes. */
static __device__ void turn_scalar(float *b, const float *a, int64_t rows, int64_t cols,
				   int64_t i0, int64_t j0)
{
	for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
		int64_t i = i0 + e % TILE, j = j0 + e / TILE;

		if (i < rows && j < cols)
			b[j * rows + i] = a[i * cols + j];
	}
}

static __device__ void turn_vectors(float *b, const float *a, int64_t rows,
				    int64_t cols)
{
	__shared__ float4 tile[TILE * VECTORS];
	const float *word = (const float *)tile;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	float4 x[4];

#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = threadIdx.x / VECTORS + 16 * k, v = threadIdx.x % VECTORS;

		x[k] = *(const float4 *)(a + i * cols + 4 * v);
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		tile[slot(threadIdx.x / VECTORS + 16 * k, threadIdx.x % VECTORS)] =
			x[k];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int i = lane % 8 * 4 + warp % 2 * 32,
		    j = lane / 8 + warp / 2 * 4 + 16 * k;
		float *y = (float *)&x[k];

		for (int r = 0; r < 4; r++)
			y[r] = word[4 * slot(i + r, j / 4) + j % 4];
		*(float4 *)(b + j * rows + i) = x[k];
	}
}

static __global__ void transpose(float *restrict b, const float *restrict a,
				 int64_t rows, int64_t cols)
{
	unsigned across = (unsigned)((cols + TILE - 1) / TILE);
	int64_t i0 = (int64_t)(blockIdx.x / across) * TILE;
	int64_t j0 = (int64_t)(blockIdx.x % across) * TILE;

	if (rows % 4 || cols % 4 || i0 + TILE > rows || j0 + TILE > cols)
		turn_scalar(b, a, rows, cols, i0, j0);
	else
		turn_vectors(b + j0 * rows + i0, a + i0 * cols + j0, rows, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	transpose<<<aisp_ceil_div(rows, TILE) * aisp_ceil_div(cols, TILE), THREADS, 0,
		    aisp_stream(io)>>>(aisp_out_f32(io, 0), aisp_in_f32(io, 0), rows,
				       cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "64x64 tile, XOR-swizzled; 16 bytes at a time",
	.run = run,
};
