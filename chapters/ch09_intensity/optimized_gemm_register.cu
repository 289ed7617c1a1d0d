/* SPDX-License-Identifier: MIT
 *
 * A thread has 8 x 8 sums in registers, so that 16 numbers read from shared memory
 * serve 64 multiply-adds.
 */
#include "workload_gemm.h"

#include "gemm_blocks.h"

#define TILE    128
#define STEP    8 /* of k */
#define SIDE    16
#define PER     (TILE / SIDE)
#define THREADS (SIDE * SIDE)

/* A's tile is turned over, so that a step of k is a row of both. */
static __device__ void fetch(float a[STEP][TILE + 1], float b[STEP][TILE],
			     const struct gemm &g, int64_t row, int64_t col, int64_t p)
{
#pragma unroll
	for (int v = threadIdx.x; v < STEP * TILE; v += THREADS) {
		a[v % STEP][v / STEP] = a_at(g, row + v / STEP, p + v % STEP);
		b[v / TILE][v % TILE] = b_at(g, p + v / TILE, col + v % TILE);
	}
}

static __global__ void __launch_bounds__(THREADS, 2)
	product(const __grid_constant__ struct gemm g)
{
	__shared__ float a[STEP][TILE + 1], b[STEP][TILE];
	int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;
	int64_t row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
	float sum[PER][PER] = { 0 };

	for (int64_t p = 0; p < g.k; p += STEP) {
		fetch(a, b, g, row, col, p);
		__syncthreads();
#pragma unroll
		for (int q = 0; q < STEP; q++)
#pragma unroll
			for (int i = 0; i < PER; i++)
#pragma unroll
				for (int j = 0; j < PER; j++)
					sum[i][j] +=
						a[q][y + i * SIDE] * b[q][x + j * SIDE];
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < PER; i++)
#pragma unroll
		for (int j = 0; j < PER; j++) {
			int64_t r = row + y + i * SIDE, s = col + x + j * SIDE;

			if (r < g.m && s < g.n)
				g.c[r * g.n + s] = sum[i][j];
		}
}

static int run(const struct aisp_io *io, void *state)
{
	struct gemm g = gemm_of(io);
	dim3 grid(aisp_ceil_div(g.n, TILE), aisp_ceil_div(g.m, TILE));

	(void)state;
	product<<<grid, THREADS, 0, aisp_stream(io)>>>(g);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles of 128 x 128, 8 x 8 sums per thread",
	.run = run,
};
