/* SPDX-License-Identifier: MIT
 *
 * mma.sp: a warp multiplies 16 x 32 weights, of which half are there, by 32 x 8 in the
 * time of 16 x 16 by 16 x 8.  Each lane of the first two of four has the places of 16
 * columns, of a row and of the one 8 below.  cp.async fetches tiles three steps ahead;
 * rows of a tile have 128 bytes, swizzled as in chapter 10, so that X's 128 columns
 * are two tiles.  PTX ISA, "Warp level matrix instructions: sparse".
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_sparse24.h"

#include <aisp/ldmatrix.h>
#include <aisp/mma_store.h>
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>

#define TILE        128 /* rows of W and of X */
#define STEP        128 /* columns */
#define WORDS       (STEP / PLACE_WIDTH)
#define ROW         64 /* elements of a tile's row */
#define PIECES      (ROW / 8)
#define THREADS     256
#define STAGES      4
#define WARP_M      64 /* rows of W for a warp, and of X */
#define WARP_N      32
#define DOWN        (WARP_M / 16)
#define ACROSS      (WARP_N / 8)
#define TILE_BYTES  (TILE * ROW * 2)
#define PLACE_BYTES (TILE * WORDS * 4)
#define STAGE_BYTES (3 * TILE_BYTES + PLACE_BYTES)
#define BAND        8 /* tiles, down, that are multiplied at a time */

struct matrix {
	const __nv_bfloat16 *data;
	int64_t rows, cols;
};

struct operands {
	struct matrix kept, x;
	const uint32_t *place;
};

struct stage {
	__nv_bfloat16 kept[TILE * ROW], x[2][TILE * ROW];
	uint32_t place[TILE * WORDS];
};

static __device__ int piece_at(int row, int piece)
{
	return row * ROW + (piece ^ row % PIECES) * 8;
}

/* Columns are there: STEP divides them.  Zeros below the last row. */
static __device__ void fetch_tile(__nv_bfloat16 *tile, const struct matrix &x,
				  int64_t row, int64_t col)
{
#pragma unroll
	for (int i = 0; i < TILE * PIECES / THREADS; i++) {
		int v = i * THREADS + threadIdx.x, r = v / PIECES, piece = v % PIECES;
		bool is_in = row + r < x.rows;
		int64_t from = is_in ? (row + r) * x.cols + col + piece * 8 : 0;

		__pipeline_memcpy_async(tile + piece_at(r, piece), x.data + from, 16,
					is_in ? 0 : 16);
	}
}

static __device__ void fetch(struct stage *to, const struct operands &p, int64_t row,
			     int64_t col, int64_t k)
{
	int r = threadIdx.x;

	fetch_tile(to->kept, p.kept, row, k / 2);
	fetch_tile(to->x[0], p.x, col, k);
	fetch_tile(to->x[1], p.x, col, k + ROW);
	if (r < TILE) {
		bool is_in = row + r < p.kept.rows;
		int64_t from = is_in ? ((row + r) * p.x.cols + k) / PLACE_WIDTH : 0;

		__pipeline_memcpy_async(to->place + r * WORDS, p.place + from, 16,
					is_in ? 0 : 16);
	}
}

static __device__ void mma_kept(float (&d)[4], const uint32_t (&a)[4],
				const uint32_t (&b)[4], uint32_t place)
{
	asm("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 "
	    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, "
	    "%12, 0x0;"
	    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]),
	      "r"(b[2]), "r"(b[3]), "r"(place));
}

/* Of 32 columns: the half that the lane gives, of its row and of the one 8 below. */
static __device__ uint32_t places(const uint32_t *place, int row, int word)
{
	int lane = threadIdx.x % 32;
	const uint32_t *at = place + (row + lane / 4) * WORDS + word;

	return __byte_perm(at[0], at[8 * WORDS], lane % 2 ? 0x7632 : 0x5410);
}

static __device__ void multiply(float (&d)[DOWN][ACROSS][4], const struct stage *s)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int down = warp % 2 * WARP_M, across = warp / 2 * WARP_N;

#pragma unroll
	for (int word = 0; word < WORDS; word++) {
		uint32_t a[DOWN][4], b[ACROSS][4], place[DOWN];

#pragma unroll
		for (int i = 0; i < DOWN; i++) {
			int row = down + i * 16 + lane % 16;

			aisp_load_matrices(
				a[i], s->kept + piece_at(row, word * 2 + lane / 16));
			place[i] = places(s->place, down + i * 16, word);
		}
#pragma unroll
		for (int j = 0; j < ACROSS; j++)
			aisp_load_matrices(b[j],
					   s->x[word / 2] +
						   piece_at(across + j * 8 + lane % 8,
							    word % 2 * 4 + lane / 8));
#pragma unroll
		for (int i = 0; i < DOWN; i++)
#pragma unroll
			for (int j = 0; j < ACROSS; j++)
				mma_kept(d[i][j], a[i], b[j], place[i]);
	}
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const struct operands p, int n_down, int n_across)
{
	extern __shared__ __align__(128) uint8_t memory[];
	struct stage *stages = (struct stage *)memory;
	int first = blockIdx.x / (BAND * n_across) * BAND,
	    n = min(BAND, n_down - first);
	int i_tile = blockIdx.x - first * n_across;
	int64_t row = (int64_t)(first + i_tile % n) * TILE;
	int64_t col = (int64_t)(i_tile / n) * TILE;
	int n_k = (int)(p.x.cols / STEP);
	float d[DOWN][ACROSS][4] = {};

	for (int i = 0; i < STAGES - 1; i++) {
		if (i < n_k)
			fetch(stages + i, p, row, col, (int64_t)i * STEP);
		__pipeline_commit();
	}
	for (int i = 0; i < n_k; i++) {
		int ahead = i + STAGES - 1;

		__pipeline_wait_prior(STAGES - 2);
		__syncthreads(); /* all have fetched; all have left the stage before */
		if (ahead < n_k)
			fetch(stages + ahead % STAGES, p, row, col,
			      (int64_t)ahead * STEP);
		__pipeline_commit();
		multiply(d, stages + i % STAGES);
	}
	row += threadIdx.x / 32 % 2 * WARP_M;
	col += threadIdx.x / 64 * WARP_N;
	aisp_store_sums(c, d, row, col, p.kept.rows, p.x.rows);
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	AISP_TRY(cudaFuncSetAttribute(product,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      STAGES * STAGE_BYTES));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	int n_down = (int)aisp_ceil_div(m, TILE),
	    n_across = (int)aisp_ceil_div(n, TILE);
	struct operands p = { { (const __nv_bfloat16 *)io->in[IN_KEPT].data, m, k / 2 },
			      { (const __nv_bfloat16 *)io->in[IN_X].data, n, k },
			      (const uint32_t *)io->in[IN_PLACE].data };

	(void)state;
	product<<<(unsigned)(n_down * n_across), THREADS, STAGES * STAGE_BYTES,
		  aisp_stream(io)>>>((__nv_bfloat16 *)io->out[0].data, p, n_down,
				     n_across);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "mma.sp on the kept weights and their places",
	.setup = setup,
	.run = run,
};
