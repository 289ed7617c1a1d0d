/* SPDX-License-Identifier: MIT
 *
 * f64_tile.h - C = A B^T in fp64 by tensor cores: a block has 128 x 128 sums, a warp
 * 64 x 32 of them in registers; cp.async fetches two steps of k ahead.
 *
 * A sum does not ask for the order of k, if A's and B's are the same.  So where the
 * instruction wants numbers that lie 4 apart from a lane, it gets neighbours, 16 bytes
 * with one load.  Pieces of 16 bytes of odd rows lie 64 bytes further on, modulo 128,
 * so that two rows that are read together fill all banks.
 */
#ifndef F64_TILE_H
#define F64_TILE_H

#include <aisp/cuda.h>
#include <cuda_pipeline_primitives.h>

#define TILE    128        /* rows of A and of B */
#define STEP    32         /* of k */
#define PIECES  (STEP / 2) /* of 16 bytes, of a row */
#define STAGES  3
#define THREADS 256
#define DOWN    64 /* a warp's rows of A */
#define ACROSS  32 /* and of B */
#define BAND    8  /* tiles, down, that are multiplied at a time */

struct f64_stage {
	double a[TILE * STEP], b[TILE * STEP];
};

/* Tiles of 8 x 8 sums, of which a lane has two neighbours. */
typedef double f64_sums[DOWN / 8][ACROSS / 8][2];

struct f64_matrix {
	const double *data;
	int64_t rows;
};

static __device__ int f64_place(int row, int piece)
{
	return row * STEP + (piece ^ (row & 1) * 4) * 2;
}

/* Rows [row, row + TILE) of columns [k, k + STEP), zero outside. */
static __device__ void f64_fetch(double *to, const struct f64_matrix &x, int64_t row,
				 int64_t k, int64_t n_k)
{
	int row_of = threadIdx.x / PIECES, piece = threadIdx.x % PIECES;
	int64_t c = k + piece * 2;

#pragma unroll 1 /* registers are full */
	for (int i = row_of; i < TILE; i += THREADS / PIECES) {
		bool is_in = row + i < x.rows && c < n_k;

		__pipeline_memcpy_async(to + f64_place(i, piece),
					x.data + (is_in ? (row + i) * n_k + c : 0), 16,
					is_in ? 0 : 16);
	}
}

/* A lane's four numbers of 16 of k; eight lanes apart by 4 have a row each. */
static __device__ void f64_load(double x[4], const double *tile, int row, int piece)
{
	int lane = threadIdx.x % 32;
	double2 low, high;

	row += lane / 4;
	piece += lane % 4;
	low = *(const double2 *)(tile + f64_place(row, piece));
	high = *(const double2 *)(tile + f64_place(row, piece + 4));
	x[0] = low.x, x[1] = low.y, x[2] = high.x, x[3] = high.y;
}

/* MMA adds 16 x 8 products of 16 of k. */
template <class MMA>
static __device__ void f64_multiply(f64_sums d, const double *a, const double *b)
{
#pragma unroll
	for (int k = 0; k < PIECES; k += 8) {
		double x[2][4], y[ACROSS / 8][4];

#pragma unroll
		for (int j = 0; j < ACROSS / 8; j++)
			f64_load(y[j], b, 8 * j, k);
#pragma unroll
		for (int i = 0; i < DOWN / 8; i += 2) {
			f64_load(x[0], a, 8 * i, k);
			f64_load(x[1], a, 8 * i + 8, k);
#pragma unroll
			for (int j = 0; j < ACROSS / 8; j++)
				MMA::add(d[i][j], d[i + 1][j], x[0], x[1], y[j]);
		}
	}
}

static __device__ void f64_store(double *c, const f64_sums d, int64_t row, int64_t col,
				 int64_t m, int64_t n)
{
	row += threadIdx.x % 32 / 4;
	col += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < DOWN / 8; i++)
#pragma unroll
		for (int j = 0; j < ACROSS / 8; j++)
			if (row + 8 * i < m && col + 8 * j < n)
				*(double2 *)(c + (row + 8 * i) * n + col +
					     8 * j) = { d[i][j][0], d[i][j][1] };
}

/* The block's tile: bands of BAND rows of tiles, column by column. */
static __device__ int2 f64_tile(int64_t m, int64_t n)
{
	int down = (int)((m + TILE - 1) / TILE), across = (int)((n + TILE - 1) / TILE);
	int band = blockIdx.x / (BAND * across) * BAND;
	int rows = min(BAND, down - band), i = blockIdx.x - band * across;

	return make_int2((band + i % rows) * TILE, i / rows * TILE);
}

template <class MMA>
static __global__ void __launch_bounds__(THREADS, 1)
	f64_product(double *c, const struct f64_matrix a, const struct f64_matrix b,
		    int64_t n_k)
{
	extern __shared__ struct f64_stage stages[];
	int2 tile = f64_tile(a.rows, b.rows);
	int down = threadIdx.x / 32 % 2 * DOWN, across = threadIdx.x / 64 * ACROSS;
	int n_steps = (int)((n_k + STEP - 1) / STEP);
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
			f64_multiply<MMA>(d, use->a + down * STEP,
					  use->b + across * STEP);
	}
	f64_store(c, d, tile.x + down, tile.y + across, a.rows, b.rows);
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
	int64_t m = io->param[M], n = io->param[N];
	unsigned n_tiles = (unsigned)(aisp_ceil_div(m, TILE) * aisp_ceil_div(n, TILE));

	f64_product<MMA><<<n_tiles, THREADS, STAGES * sizeof(struct f64_stage),
			   aisp_stream(io)>>>(
		(double *)io->out[0].data, { (const double *)io->in[0].data, m },
		{ (const double *)io->in[1].data, n }, io->param[K]);
	return aisp_launched();
}

#endif
