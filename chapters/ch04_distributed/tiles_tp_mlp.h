/* SPDX-License-Identifier: MIT
 *
 * tiles_tp_mlp.h - tiles of the second product tell all ranks that they are ready, and
 * sums of a band of rows begin once all of its tiles are, at all ranks (L.-W. Chang and
 * others, Flux, 2024).
 */
#include "rows_tp_mlp_gpu.h"

#define TOLD       2048 /* the first signal of bands; barriers use those below */
#define MOST_BANDS 2000

struct bands {
	int64_t rows;  /* of a band: a multiple of a tile's */
	int64_t n;     /* bands */
	int64_t tiles; /* in a row of tiles */
};

static inline struct bands bands_of(const struct aisp_io *io)
{
	const dim3 grid = product_grid<16>(io->param[ROWS], io->param[WIDTH]);
	int64_t each = aisp_ceil_div(grid.y, MOST_BANDS);
	struct bands b = {};

	b.rows = 64 * each;
	b.n = aisp_ceil_div(grid.y, each);
	b.tiles = grid.x;
	return b;
}

/* Rows of the window; each tile signals all ranks. */
struct told_rows {
	struct store_rows rows;
	struct aisp_ranks r;
	int64_t band_rows;

	__device__ void operator()(int64_t i, int64_t j, float4 v) const
	{
		rows(i, j, v);
	}

	__device__ void tell(int64_t row) const
	{
		__syncthreads();
		if (threadIdx.x < r.n)
			aisp_gpu_signal_add(&r, threadIdx.x,
					    TOLD + (int)(row / band_rows), 1);
	}
};

/* A block and its counterparts sum every gridDim.x-th band. */
static __global__ void __launch_bounds__(SUM_THREADS, SUM_PER_SM)
	sum_told(const __grid_constant__ struct aisp_ranks r,
		 const __grid_constant__ struct span all,
		 const __grid_constant__ struct bands b, int64_t width)
{
	uint32_t number = 0;

	for (int64_t k = blockIdx.x; k < b.n; k += gridDim.x) {
		const int64_t rows = all.to / width, first = k * b.rows;
		const int64_t end = min(first + b.rows, rows);
		const int64_t tiles = (end - first + 63) / 64 * b.tiles;
		const struct span s = { NULL, all.y, first * width, end * width, 0, 0 };
		const struct share band = { r, s, 0, 1 };

		if (threadIdx.x == 0)
			aisp_gpu_signal_wait(&r, r.rank, TOLD + (int)k,
					     (uint32_t)(tiles * r.n));
		__syncthreads();
		band.add();
		aisp_gpu_block_barrier(&r, (int)blockIdx.x, ++number);
		band.take();
	}
}
