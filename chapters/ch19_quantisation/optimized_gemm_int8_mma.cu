/* SPDX-License-Identifier: MIT
 *
 * mma.sync: a warp multiplies 16 x 32 by 32 x 8 from registers.  A warp's tile of
 * 64 x 64 lets 32 of these share eight ldmatrix; cp.async fetches tiles three steps of
 * k ahead.  A step's first operands are loaded before the last one's products, so that
 * the tensor cores need not wait where warps meet.  Rows of a tile have 128 bytes;
 * chunk c (of 16 bytes) of row r lies at c ^ r % 8, so that eight rows' equal chunks
 * lie in all banks.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemm_int8.h"

#include <aisp/ldmatrix.h>
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>

#define TILE_M      128 /* rows of A */
#define TILE_N      256 /* rows of B */
#define STEP        128 /* of k: a row of a tile */
#define CHUNKS      (STEP / 16)
#define SIDE        64 /* rows of A, and of B, for a warp */
#define THREADS     256
#define STAGES      4
#define BAND        8 /* tiles, down, of those that are multiplied at a time */
#define DOWN        (SIDE / 16)
#define ACROSS      (SIDE / 8)
#define A_BYTES     (TILE_M * STEP)
#define STAGE_BYTES (A_BYTES + TILE_N * STEP)
#define BYTES       (STAGES * STAGE_BYTES)

struct matrix {
	const int8_t *data;
	const float *scale;
	int rows;
	int64_t cols;
};

static __device__ int chunk_at(int row, int chunk)
{
	return (row * CHUNKS + (chunk ^ row % 8)) * 16;
}

/* Rows from `row`, columns from k; zeros outside. */
template <int ROWS>
static __device__ void fetch_rows(int8_t *to, const struct matrix &x, int row,
				  int64_t k)
{
	constexpr int at_once = THREADS / CHUNKS;
	int r = threadIdx.x / CHUNKS, c = threadIdx.x % CHUNKS;
	bool is_column = k + c * 16 < x.cols;
	const int8_t *p = x.data + (row + r) * x.cols + k + c * 16;

#pragma unroll
	for (int i = 0; i < ROWS; i += at_once, p += at_once * x.cols) {
		bool is_in = is_column && row + r + i < x.rows;

		__pipeline_memcpy_async(to + chunk_at(r + i, c), is_in ? p : x.data, 16,
					is_in ? 0 : 16);
	}
}

/* Which tile a block has: bands of BAND tiles, column by column. */
struct place {
	int row, col;
};

static __device__ struct place place_of(int tile, int n_down, int n_across)
{
	int first = tile / (BAND * n_across) * BAND, n = min(BAND, n_down - first);
	int i = tile - first * n_across;

	return { (first + i % n) * TILE_M, i / n * TILE_N };
}

static __device__ void fetch(int8_t *stage, const struct matrix &a,
			     const struct matrix &b, const struct place &at, int step)
{
	fetch_rows<TILE_M>(stage, a, at.row, (int64_t)step * STEP);
	fetch_rows<TILE_N>(stage + A_BYTES, b, at.col, (int64_t)step * STEP);
}

/* Of 32 columns: A's rows by 16, B's by 16. */
struct operands {
	uint32_t a[DOWN][4], b[ACROSS / 2][4];
};

static __device__ void load_operands(struct operands &o, const int8_t *stage, int chunk)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int row = warp % 2 * SIDE + lane % 16;
	int col = warp / 2 * SIDE + lane / 16 * 8 + lane % 8;

#pragma unroll
	for (int i = 0; i < DOWN; i++)
		aisp_load_matrices(o.a[i],
				   stage + chunk_at(row + i * 16, chunk + lane / 16));
#pragma unroll
	for (int j = 0; j < ACROSS / 2; j++)
		aisp_load_matrices(
			o.b[j],
			stage + A_BYTES + chunk_at(col + j * 16, chunk + lane / 8 % 2));
}

/* d += a b: 16x8 += 16x32 32x8. */
static __device__ void mma(int (&d)[4], const uint32_t (&a)[4], uint32_t b0,
			   uint32_t b1)
{
	asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
	    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
	    : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

static __device__ void multiply(int (&d)[DOWN][ACROSS][4], const struct operands &o)
{
#pragma unroll
	for (int i = 0; i < DOWN; i++)
#pragma unroll
		for (int j = 0; j < ACROSS; j++)
			mma(d[i][j], o.a[i], o.b[j / 2][j % 2 * 2],
			    o.b[j / 2][j % 2 * 2 + 1]);
}

/* Adds all steps; behind the last one it loads operands that are not used. */
static __device__ void add_steps(int (&d)[DOWN][ACROSS][4], int8_t *stages,
				 const struct matrix &a, const struct matrix &b,
				 const struct place &at)
{
	int n_steps = (int)((a.cols + STEP - 1) / STEP);
	struct operands o[2];

	for (int i = 0; i < STAGES - 1; i++) {
		if (i < n_steps)
			fetch(stages + i * STAGE_BYTES, a, b, at, i);
		__pipeline_commit();
	}
	__pipeline_wait_prior(STAGES - 2);
	__syncthreads();
	load_operands(o[0], stages, 0);
	for (int i = 0; i < n_steps; i++) {
		int8_t *stage = stages + i % STAGES * STAGE_BYTES;
		int8_t *next = stages + (i + 1) % STAGES * STAGE_BYTES;
		int ahead = i + STAGES - 1;

		if (ahead < n_steps)
			fetch(stages + ahead % STAGES * STAGE_BYTES, a, b, at, ahead);
		__pipeline_commit();
#pragma unroll
		for (int c = 2; c <= CHUNKS; c += 2) {
			if (c == CHUNKS) {
				__pipeline_wait_prior(STAGES - 2);
				__syncthreads();
			}
			load_operands(o[c / 2 % 2], c < CHUNKS ? stage : next,
				      c % CHUNKS);
			multiply(d, o[(c / 2 + 1) % 2]);
		}
	}
}

/* One row of a lane's sums; columns come in pairs, both in or out. */
static __device__ void store_row(__nv_bfloat16 *c, const int (&d)[ACROSS][4], int half,
				 float sa, const struct matrix &b, int col)
{
#pragma unroll
	for (int j = 0; j < ACROSS; j++)
		if (col + j * 8 < b.rows) {
			float2 sb = *(const float2 *)(b.scale + col + j * 8);

			*(__nv_bfloat162 *)(c + col + j * 8) = __floats2bfloat162_rn(
				(float)d[j][half * 2] * sa * sb.x,
				(float)d[j][half * 2 + 1] * sa * sb.y);
		}
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const struct matrix a, const struct matrix b)
{
	extern __shared__ __align__(128) int8_t stages[];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	struct place at = place_of(blockIdx.x, (a.rows + TILE_M - 1) / TILE_M,
				   (b.rows + TILE_N - 1) / TILE_N);
	int d[DOWN][ACROSS][4] = {};

	add_steps(d, stages, a, b, at);
	at.row += warp % 2 * SIDE + lane / 4;
	at.col += warp / 2 * SIDE + lane % 4 * 2;
#pragma unroll
	for (int i = 0; i < 2 * DOWN; i++) {
		int row = at.row + i * 8;

		if (row < a.rows)
			store_row(c + (int64_t)row * b.rows, d[i / 2], i % 2,
				  a.scale[row], b, at.col);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	AISP_TRY(cudaFuncSetAttribute(
		product, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int m = (int)io->param[M], n = (int)io->param[N];
	unsigned n_tiles =
		(unsigned)(aisp_ceil_div(m, TILE_M) * aisp_ceil_div(n, TILE_N));

	(void)state;
	product<<<n_tiles, THREADS, BYTES, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		{ (const int8_t *)io->in[IN_A].data, aisp_in_f32(io, IN_SA), m,
		  io->param[K] },
		{ (const int8_t *)io->in[IN_B].data, aisp_in_f32(io, IN_SB), n,
		  io->param[K] });
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "mma.sync of int8 on tiles that cp.async fetches ahead",
	.setup = setup,
	.run = run,
};
