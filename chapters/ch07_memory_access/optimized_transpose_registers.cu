/* SPDX-License-Identifier: MIT
 *
 * A thread turns 4x4 elements in its registers, so that shared memory too is only
 * accessed 16 bytes at a time, without conflicts by an XOR swizzle.  Blocks walk
 * down the columns of tiles: those that run together write neighbouring addresses.
 */
#include "workload_transpose.h"
#include <aisp/cuda.h>

#define TILE    64         /* rows and columns of a block */
#define VECTORS (TILE / 4) /* of a row */
#define THREADS (VECTORS * VECTORS)

/* Where vector v of the output's row j lies. */
static __device__ int slot(int j, int v)
{
	return j * VECTORS + (v ^ (j / 4));
}

/* Tiles at the edges; all of them where rows would not start at 16 bytes. */
static __device__ void turn_scalar(float *b, const float *a, int rows, int cols, int i0,
				   int j0)
{
	for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
		int i = i0 + e % TILE, j = j0 + e / TILE;

		if (i < rows && j < cols)
			b[(int64_t)j * rows + i] = a[(int64_t)i * cols + j];
	}
}

static __device__ void turn_vectors(float *b, const float *a, int rows, int cols)
{
	__shared__ float4 tile[TILE * VECTORS];
	int q = threadIdx.x / VECTORS, v = threadIdx.x % VECTORS;
	float4 x[4];

#pragma unroll
	for (int r = 0; r < 4; r++)
		x[r] = *(const float4 *)(a + (int64_t)(4 * q + r) * cols + 4 * v);
	tile[slot(4 * v, q)] = make_float4(x[0].x, x[1].x, x[2].x, x[3].x);
	tile[slot(4 * v + 1, q)] = make_float4(x[0].y, x[1].y, x[2].y, x[3].y);
	tile[slot(4 * v + 2, q)] = make_float4(x[0].z, x[1].z, x[2].z, x[3].z);
	tile[slot(4 * v + 3, q)] = make_float4(x[0].w, x[1].w, x[2].w, x[3].w);
	__syncthreads();
#pragma unroll
	for (int r = 0; r < 4; r++) {
		int j = q + r * VECTORS;

		*(float4 *)(b + (int64_t)j * rows + 4 * v) = tile[slot(j, v)];
	}
}

static __global__ void __launch_bounds__(THREADS)
	transpose(float *restrict b, const float *restrict a, int rows, int cols)
{
	unsigned down = (unsigned)(rows + TILE - 1) / TILE;
	int i0 = (int)(blockIdx.x % down) * TILE, j0 = (int)(blockIdx.x / down) * TILE;

	if (rows % 4 || cols % 4 || i0 + TILE > rows || j0 + TILE > cols)
		turn_scalar(b, a, rows, cols, i0, j0);
	else
		turn_vectors(b + (int64_t)j0 * rows + i0, a + (int64_t)i0 * cols + j0,
			     rows, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	if (rows > INT32_MAX - TILE || cols > INT32_MAX - TILE)
		return -ENOTSUP;
	transpose<<<aisp_ceil_div(rows, TILE) * aisp_ceil_div(cols, TILE), THREADS, 0,
		    aisp_stream(io)>>>(aisp_out_f32(io, 0), aisp_in_f32(io, 0),
				       (int)rows, (int)cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "4x4 elements turned in registers; blocks down the columns",
	.run = run,
};
