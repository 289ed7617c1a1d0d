/* SPDX-License-Identifier: MIT
 *
 * A tile of 64 x 64 sums a block, multiplied in fp32 by the ordinary arithmetic
 * units: each number that a thread reads from shared memory serves four sums.
 */
#include "workload_gemm_tf32.h"
#include <aisp/cuda.h>

#define TILE 64
#define STEP 32 /* of k */
#define SIDE 16 /* threads of a block, down and across */
#define PER  (TILE / SIDE)

struct matrix {
	const float *data;
	int64_t rows;
};

/* Rows [row, row + TILE) and columns [k, k + STEP), transposed; zero outside. */
static __device__ void fetch(float tile[STEP][TILE + 1], const struct matrix &x,
			     int64_t row, int64_t k, int64_t n_k)
{
	for (int i = threadIdx.x; i < TILE * STEP; i += SIDE * SIDE) {
		int64_t r = row + i / STEP, c = k + i % STEP;

		tile[i % STEP][i / STEP] =
			r < x.rows && c < n_k ? x.data[r * n_k + c] : 0;
	}
}

static __device__ void multiply(float sum[PER][PER], const float a[STEP][TILE + 1],
				const float b[STEP][TILE + 1])
{
	int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;

	for (int k = 0; k < STEP; k++)
		for (int i = 0; i < PER; i++)
			for (int j = 0; j < PER; j++)
				sum[i][j] += a[k][y + i * SIDE] * b[k][x + j * SIDE];
}

static __global__ void product(float *c, const struct matrix a, const struct matrix b,
			       int64_t n_k)
{
	__shared__ float at[STEP][TILE + 1], bt[STEP][TILE + 1];
	int64_t row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
	int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;
	float sum[PER][PER] = { 0 };

	for (int64_t k = 0; k < n_k; k += STEP) {
		fetch(at, a, row, k, n_k);
		fetch(bt, b, col, k, n_k);
		__syncthreads();
		multiply(sum, at, bt);
		__syncthreads();
	}
	for (int i = 0; i < PER; i++)
		for (int j = 0; j < PER; j++) {
			int64_t r = row + y + i * SIDE, s = col + x + j * SIDE;

			if (r < a.rows && s < b.rows)
				c[r * b.rows + s] = sum[i][j];
		}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N];
	dim3 grid(aisp_ceil_div(n, TILE), aisp_ceil_div(m, TILE));

	(void)state;
	product<<<grid, SIDE * SIDE, 0, aisp_stream(io)>>>(
		(float *)io->out[0].data, { (const float *)io->in[0].data, m },
		{ (const float *)io->in[1].data, n }, io->param[K]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles in shared memory, fp32 multiply-adds, no tensor core",
	.run = run,
};
