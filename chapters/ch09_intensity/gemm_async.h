/* SPDX-License-Identifier: MIT
 *
 * gemm_async.h - a product in quads, of tiles that cp.async fetches: 16 bytes at a time
 * if rows are aligned to that, else 4.
 */
#ifndef GEMM_ASYNC_H
#define GEMM_ASYNC_H

#include "gemm_quads.h"
#include <cuda_pipeline_primitives.h>

#define STEP  16         /* of k */
#define PITCH (STEP + 4) /* of A's tile: quads of four rows lie in different banks */

/* Columns [col, col + COLS) of rows [row, row + ROWS), zero outside. */
template <int ROWS, int COLS, int TO, int WIDE>
static __device__ void fetch_tile(float *tile, const float *x, int64_t rows,
				  int64_t cols, int64_t row, int64_t col)
{
#pragma unroll
	for (int v = threadIdx.x * WIDE; v < ROWS * COLS; v += 256 * WIDE) {
		int i = v / COLS, j = v % COLS;
		bool is_in = row + i < rows && col + j < cols;
		int64_t from = is_in ? (row + i) * cols + col + j : 0;

		__pipeline_memcpy_async(tile + i * TO + j, x + from, WIDE * 4,
					is_in ? 0 : WIDE * 4);
	}
}

template <class Q> struct async_stage {
	float a[Q::ROWS][PITCH];
	float b[STEP][Q::COLS];
};

/* Fetches STAGES - 1 steps ahead; with one stage it waits for each. */
template <class Q, int STAGES, int WIDE>
__global__ void __launch_bounds__(Q::THREADS, 2)
	product_async(const __grid_constant__ struct gemm g)
{
	extern __shared__ __align__(16) uint8_t memory[];
	struct async_stage<Q> *stages = (struct async_stage<Q> *)memory;
	int64_t row = (int64_t)blockIdx.y * Q::ROWS,
		col = (int64_t)blockIdx.x * Q::COLS;
	int n_k = (int)((g.k + STEP - 1) / STEP);
	float sum[Q::DOWN][Q::ACROSS] = { 0 };

	for (int i = 0; i < n_k + STAGES - 1; i++) {
		struct async_stage<Q> *to = &stages[i % STAGES];
		const struct async_stage<Q> *use = &stages[(i + 1) % STAGES];

		if (i < n_k) {
			fetch_tile<Q::ROWS, STEP, PITCH, WIDE>(to->a[0], g.a, g.m, g.k,
							       row, (int64_t)i * STEP);
			fetch_tile<STEP, Q::COLS, Q::COLS, WIDE>(
				to->b[0], g.b, g.k, g.n, (int64_t)i * STEP, col);
		}
		__pipeline_commit();
		if (i < STAGES - 1)
			continue;
		__pipeline_wait_prior(STAGES - 1);
		__syncthreads();
#pragma unroll
		for (int k = 0; k < STEP; k += 4)
			multiply_quads<Q>(
				sum,
				[=](int r) {
					return *(const float4 *)&use
							->a[quad_row<Q>() + r * 4][k];
				},
				&use->b[k][quad_col<Q>()]);
		__syncthreads();
	}
	store_sums<Q>(sum, g, row, col);
}

template <class Q, int STAGES> static int async_setup(void)
{
	const int bytes = STAGES * sizeof(struct async_stage<Q>);

	AISP_TRY(cudaFuncSetAttribute(product_async<Q, STAGES, 4>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      bytes));
	AISP_TRY(cudaFuncSetAttribute(product_async<Q, STAGES, 1>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      bytes));
	return 0;
}

template <class Q, int STAGES> static int async_run(const struct aisp_io *io)
{
	const int bytes = STAGES * sizeof(struct async_stage<Q>);
	struct gemm g = gemm_of(io);
	dim3 grid(aisp_ceil_div(g.n, Q::COLS), aisp_ceil_div(g.m, Q::ROWS));

	if (is_aligned(g))
		product_async<Q, STAGES, 4>
			<<<grid, Q::THREADS, bytes, aisp_stream(io)>>>(g);
	else
		product_async<Q, STAGES, 1>
			<<<grid, Q::THREADS, bytes, aisp_stream(io)>>>(g);
	return aisp_launched();
}

#endif
