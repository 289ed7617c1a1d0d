/* SPDX-License-Identifier: MIT
 *
 * f64_tile.h - the product of f64_warp.h, whose operands cp.async fetches, two steps of
 * k ahead.  Pieces of 16 bytes of odd rows lie 64 bytes further on, modulo 128, so that
 * two rows that are read together fill all banks.
 */
#ifndef F64_TILE_H
#define F64_TILE_H

#include "f64_warp.h"
#include <cuda_pipeline_primitives.h>

#define STEP    32 /* of k */
#define STAGES  3
#define THREADS 256

struct in_stage {
	static constexpr int PIECES = STEP / 2; /* of a row */

	static __device__ int row_of(int i)
	{
		return i;
	}
	static __device__ int place(int row, int piece)
	{
		return row * STEP + (piece ^ (row & 1) * 4) * 2;
	}
};

struct f64_stage {
	double a[TILE * STEP], b[TILE * STEP];
};

struct f64_matrix {
	const double *data;
	int64_t rows;
};

/* Rows [row, row + TILE) of columns [k, k + STEP), zero outside. */
static __device__ void f64_fetch(double *to, const struct f64_matrix &x, int64_t row,
				 int64_t k, int64_t n_k)
{
	int first = threadIdx.x / in_stage::PIECES;
	int piece = threadIdx.x % in_stage::PIECES;
	int64_t c = k + piece * 2;

#pragma unroll 1 /* registers are full */
	for (int i = first; i < TILE; i += THREADS / in_stage::PIECES) {
		bool is_in = row + i < x.rows && c < n_k;

		__pipeline_memcpy_async(to + in_stage::place(i, piece),
					x.data + (is_in ? (row + i) * n_k + c : 0), 16,
					is_in ? 0 : 16);
	}
}

template <class MMA>
static __global__ void __launch_bounds__(THREADS, 1)
	f64_product(double *c, const struct f64_matrix a, const struct f64_matrix b,
		    int64_t n_k)
{
	extern __shared__ struct f64_stage stages[];
	int2 tile = f64_tile(a.rows, b.rows);
	int n_steps = (int)((n_k + STEP - 1) / STEP), warp = threadIdx.x / 32;
	f64_sums d = {};

	for (int i = 1 - STAGES; i < n_steps; i++) {
		int next = i + STAGES - 1;
		const struct f64_stage *use = &stages[(i + STAGES) % STAGES];

		if (i >= 0) {
			__pipeline_wait_prior(STAGES - 2);
			__syncthreads(); /* the step before is done by all */
		}
		if (next < n_steps) {
			struct f64_stage *to = &stages[next % STAGES];

			f64_fetch(to->a, a, tile.x, (int64_t)next * STEP, n_k);
			f64_fetch(to->b, b, tile.y, (int64_t)next * STEP, n_k);
		}
		__pipeline_commit();
		if (i >= 0)
			f64_multiply<MMA, in_stage>(d, use->a + warp % 2 * DOWN * STEP,
						    use->b + warp / 2 * ACROSS * STEP);
	}
	f64_store<in_stage>(f64_corner_of(c, tile, warp, a.rows, b.rows), d);
}

template <class MMA> static int f64_setup(void)
{
	AISP_TRY(cudaFuncSetAttribute(f64_product<MMA>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      STAGES * sizeof(struct f64_stage)));
	return 0;
}

template <class MMA> static int f64_run(const struct aisp_io *io)
{
	f64_product<MMA><<<f64_tiles(io), THREADS, STAGES * sizeof(struct f64_stage),
			   aisp_stream(io)>>>(
		(double *)io->out[0].data,
		{ (const double *)io->in[0].data, io->param[M] },
		{ (const double *)io->in[1].data, io->param[N] }, io->param[K]);
	return aisp_launched();
}

#endif
