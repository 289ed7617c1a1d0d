/* SPDX-License-Identifier: MIT
 *
 * plain_gemm.h - C = A B^T without tensor cores, for baselines: a tile of 64 x 64
 * sums a block, multiplied in fp32, or what Sum is, by the ordinary arithmetic units;
 * each number that a thread reads from shared memory serves four sums.
 */
#ifndef AISP_PLAIN_GEMM_H
#define AISP_PLAIN_GEMM_H

#include <aisp/cuda.h>

#define PLAIN_TILE 64
#define PLAIN_STEP 32 /* of k */
#define PLAIN_SIDE 16 /* threads of a block, down and across */
#define PLAIN_PER  (PLAIN_TILE / PLAIN_SIDE)

template <class In> struct plain_matrix {
	const In *data;
	int64_t rows;
};

/* Rows [row, row + TILE) and columns [k, k + STEP), transposed; zero outside. */
template <class In, class Sum>
static __device__ void plain_fetch(Sum tile[PLAIN_STEP][PLAIN_TILE + 1],
				   const plain_matrix<In> &x, int64_t row, int64_t k,
				   int64_t n_k)
{
	for (int i = threadIdx.x; i < PLAIN_TILE * PLAIN_STEP;
	     i += PLAIN_SIDE * PLAIN_SIDE) {
		int64_t r = row + i / PLAIN_STEP, c = k + i % PLAIN_STEP;

		tile[i % PLAIN_STEP][i / PLAIN_STEP] =
			r < x.rows && c < n_k ? (Sum)x.data[r * n_k + c] : 0;
	}
}

template <class Sum>
static __device__ void plain_multiply(Sum sum[PLAIN_PER][PLAIN_PER],
				      const Sum a[PLAIN_STEP][PLAIN_TILE + 1],
				      const Sum b[PLAIN_STEP][PLAIN_TILE + 1])
{
	int y = threadIdx.x / PLAIN_SIDE, x = threadIdx.x % PLAIN_SIDE;

	for (int k = 0; k < PLAIN_STEP; k++)
		for (int i = 0; i < PLAIN_PER; i++)
			for (int j = 0; j < PLAIN_PER; j++)
				sum[i][j] += a[k][y + i * PLAIN_SIDE] *
					     b[k][x + j * PLAIN_SIDE];
}

template <class In, class Out, class Sum>
static __global__ void plain_product(Out *c, const plain_matrix<In> a,
				     const plain_matrix<In> b, int64_t n_k)
{
	__shared__ Sum at[PLAIN_STEP][PLAIN_TILE + 1], bt[PLAIN_STEP][PLAIN_TILE + 1];
	int64_t row = (int64_t)blockIdx.y * PLAIN_TILE;
	int64_t col = (int64_t)blockIdx.x * PLAIN_TILE;
	int y = threadIdx.x / PLAIN_SIDE, x = threadIdx.x % PLAIN_SIDE;
	Sum sum[PLAIN_PER][PLAIN_PER] = { 0 };

	for (int64_t k = 0; k < n_k; k += PLAIN_STEP) {
		plain_fetch(at, a, row, k, n_k);
		plain_fetch(bt, b, col, k, n_k);
		__syncthreads();
		plain_multiply(sum, at, bt);
		__syncthreads();
	}
	for (int i = 0; i < PLAIN_PER; i++)
		for (int j = 0; j < PLAIN_PER; j++) {
			int64_t r = row + y + i * PLAIN_SIDE,
				s = col + x + j * PLAIN_SIDE;

			if (r < a.rows && s < b.rows)
				c[r * b.rows + s] = (Out)sum[i][j];
		}
}

/* A is the first input, [m][k], B the second, [n][k], C the output, [m][n]; m, n and
 * k are the first three parameters. */
template <class In, class Out, class Sum = float>
static int plain_gemm(const struct aisp_io *io)
{
	int64_t m = io->param[0], n = io->param[1];
	dim3 grid(aisp_ceil_div(n, PLAIN_TILE), aisp_ceil_div(m, PLAIN_TILE));

	plain_product<In, Out, Sum>
		<<<grid, PLAIN_SIDE * PLAIN_SIDE, 0, aisp_stream(io)>>>(
			(Out *)io->out[0].data, { (const In *)io->in[0].data, m },
			{ (const In *)io->in[1].data, n }, io->param[2]);
	return aisp_launched();
}

#endif
