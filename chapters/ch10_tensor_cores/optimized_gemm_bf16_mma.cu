/* SPDX-License-Identifier: MIT
 *
 * mma.sync: a warp multiplies 16 x 16 by 16 x 8 from registers, which ldmatrix fills
 * from tiles that cp.async fetches three steps of k ahead.  Rows of a tile have 128
 * bytes; piece c (of 16 bytes) of row r lies at c ^ r % 8, so that eight rows' equal
 * pieces lie in all banks.
 */
#include "workload_gemm_bf16.h"
#include <aisp/ldmatrix.h>
#include <aisp/mma_store.h>
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>

#define TILE    128 /* rows of A and of B */
#define STEP    64  /* of k */
#define PIECES  (STEP / 8)
#define THREADS 256
#define STAGES  3
#define WARP_M  64 /* rows of A for a warp, and of B */
#define WARP_N  32
#define DOWN    (WARP_M / 16)
#define ACROSS  (WARP_N / 8)

static const int stage_bytes = 2 * TILE * STEP * sizeof(__nv_bfloat16);

struct matrix {
	const __nv_bfloat16 *data;
	int64_t rows, cols;
};

static __device__ int piece_at(int row, int piece)
{
	return row * STEP + (piece ^ row % PIECES) * 8;
}

/* Rows from `row`, columns from k; zeros outside. */
static __device__ void fetch(__nv_bfloat16 *tile, const struct matrix &x, int64_t row,
			     int64_t k)
{
#pragma unroll
	for (int i = 0; i < TILE * PIECES / THREADS; i++) {
		int v = i * THREADS + threadIdx.x, r = v / PIECES, piece = v % PIECES;
		bool is_in = row + r < x.rows && k + piece * 8 < x.cols;
		int64_t from = is_in ? (row + r) * x.cols + k + piece * 8 : 0;

		__pipeline_memcpy_async(tile + piece_at(r, piece), x.data + from, 16,
					is_in ? 0 : 16);
	}
}

static __device__ void mma(float d[4], const uint32_t a[4], const uint32_t b[2])
{
	asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
	    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
	    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

static __device__ void multiply(float d[DOWN][ACROSS][4], const __nv_bfloat16 *a,
				const __nv_bfloat16 *b)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int row = warp % 2 * WARP_M + lane % 16;
	int col = warp / 2 * WARP_N + lane / 16 * 8 + lane % 8;

#pragma unroll
	for (int k = 0; k < PIECES; k += 2) {
		uint32_t at[DOWN][4], bt[ACROSS][2];

#pragma unroll
		for (int i = 0; i < DOWN; i++)
			aisp_load_matrices(at[i],
					   a + piece_at(row + i * 16, k + lane / 16));
#pragma unroll
		for (int j = 0; j < ACROSS; j += 2)
			aisp_load_matrices(bt[j],
					   b + piece_at(col + j * 8, k + lane / 8 % 2));
#pragma unroll
		for (int i = 0; i < DOWN; i++)
#pragma unroll
			for (int j = 0; j < ACROSS; j++)
				mma(d[i][j], at[i], bt[j]);
	}
}

static __global__ void __launch_bounds__(THREADS, 2)
	product(__nv_bfloat16 *c, const struct matrix a, const struct matrix b)
{
	extern __shared__ __align__(128) __nv_bfloat16 stages[];
	int64_t row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
	int n_k = (int)((a.cols + STEP - 1) / STEP);
	float d[DOWN][ACROSS][4] = { 0 };

	for (int i = 0; i < n_k + STAGES - 1; i++) {
		__nv_bfloat16 *to = stages + i % STAGES * 2 * TILE * STEP;
		int use = i - STAGES + 1;

		if (i < n_k) {
			fetch(to, a, row, (int64_t)i * STEP);
			fetch(to + TILE * STEP, b, col, (int64_t)i * STEP);
		}
		__pipeline_commit();
		if (use < 0)
			continue;
		__pipeline_wait_prior(STAGES - 1);
		__syncthreads();
		multiply(d, stages + use % STAGES * 2 * TILE * STEP,
			 stages + (use % STAGES * 2 + 1) * TILE * STEP);
		__syncthreads();
	}
	row += threadIdx.x / 32 % 2 * WARP_M;
	col += threadIdx.x / 64 * WARP_N;
	aisp_store_sums(c, d, row, col, a.rows, b.rows);
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	AISP_TRY(cudaFuncSetAttribute(product,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      STAGES * stage_bytes));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	dim3 grid(aisp_ceil_div(n, TILE), aisp_ceil_div(m, TILE));

	(void)state;
	product<<<grid, THREADS, STAGES * stage_bytes, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		{ (const __nv_bfloat16 *)io->in[0].data, m, k },
		{ (const __nv_bfloat16 *)io->in[1].data, n, k });
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "mma.sync on tiles that cp.async fetches ahead",
	.setup = setup,
	.run = run,
};
