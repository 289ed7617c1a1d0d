/* SPDX-License-Identifier: MIT
 *
 * fp8_plain.h - the product without tensor cores, for the baselines.
 */
#ifndef FP8_PLAIN_H
#define FP8_PLAIN_H

#include <aisp/cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#define TILE 64
#define STEP 32 /* of k */
#define SIDE 16 /* threads of a block, down and across */
#define PER  (TILE / SIDE)

struct matrix {
	const __nv_fp8_e4m3 *data;
	int64_t rows;
};

/* Rows [row, row + TILE) and columns [k, k + STEP), turned over; zero outside. */
static __device__ void fetch(float tile[STEP][TILE + 1], const struct matrix &x,
			     int64_t row, int64_t k, int64_t n_k)
{
	for (int i = threadIdx.x; i < TILE * STEP; i += SIDE * SIDE) {
		int64_t r = row + i / STEP, c = k + i % STEP;

		tile[i % STEP][i / STEP] =
			r < x.rows && c < n_k ? (float)x.data[r * n_k + c] : 0;
	}
}

static __global__ void product(__nv_bfloat16 *c, const struct matrix a,
			       const struct matrix b, int64_t n_k)
{
	__shared__ float at[STEP][TILE + 1], bt[STEP][TILE + 1];
	int64_t row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
	int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;
	float sum[PER][PER] = { 0 };

	for (int64_t p = 0; p < n_k; p += STEP) {
		fetch(at, a, row, p, n_k);
		fetch(bt, b, col, p, n_k);
		__syncthreads();
		for (int k = 0; k < STEP; k++)
			for (int i = 0; i < PER; i++)
				for (int j = 0; j < PER; j++)
					sum[i][j] += at[k][y + i * SIDE] *
						     bt[k][x + j * SIDE];
		__syncthreads();
	}
	for (int i = 0; i < PER; i++)
		for (int j = 0; j < PER; j++) {
			int64_t r = row + y + i * SIDE, s = col + x + j * SIDE;

			if (r < a.rows && s < b.rows)
				c[r * b.rows + s] = __float2bfloat16(sum[i][j]);
		}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N];
	dim3 grid(aisp_ceil_div(n, TILE), aisp_ceil_div(m, TILE));

	(void)state;
	product<<<grid, SIDE * SIDE, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		{ (const __nv_fp8_e4m3 *)io->in[0].data, m },
		{ (const __nv_fp8_e4m3 *)io->in[1].data, n }, io->param[K]);
	return aisp_launched();
}

#endif
