/* SPDX-License-Identifier: MIT
 *
 * few_tcgen05.h - the products of gemm_few.h on Blackwell, whose tcgen05 multiplies
 * numbers of few bits and takes their scales from tensor memory, behind the sums.  A
 * step defines multiply(), one instruction.  It was never run: no such GPU was at hand.
 */
#ifndef FEW_TCGEN05_H
#define FEW_TCGEN05_H

#include <aisp/encode_state.h>
#include <aisp/tcgen05.h>

#define THREADS AISP_LANES
#define TILE_M  128
#define TILE_N  256
#define N_STEPS (AISP_ROW_BYTES / AISP_STEP_BYTES) /* instructions of a stage */
#define STAGES  4
#define A_BYTES (TILE_M * AISP_ROW_BYTES)
#define B_BYTES (TILE_N * AISP_ROW_BYTES)
#define PARTS   (1 + TILE_N / SCALE_ROWS) /* blocks of rows: A's, then B's */
#define SPANS   (STEP / FEW_BLOCK / SCALE_SPAN)
#define PART    (SPANS * SCALE_BYTES)
#define ALL     (A_BYTES + B_BYTES + PARTS * PART)
#define MOST    (STAGES * ALL + 1024)
#define COLUMNS 512 /* of tensor memory, a power of two: the sums and 12 or 48 */
#define SHAPE   ((TILE_N / 8) << 17 | (TILE_M / 16) << 24)

struct product {
	CUtensorMap a, b; /* in bytes */
	const uint8_t *as, *bs;
	int64_t pitch; /* bytes of scales of a block of rows */
	int m, n, n_k;
};

/* What a block shares: stages of tiles, and those of scales behind them all. */
struct stages {
	uint8_t *tile, *scale;
	uint64_t *full, *empty, *done;
};

static __device__ void multiply(uint32_t sums, uint64_t a, uint64_t b, uint32_t step,
				uint32_t a_scales, uint32_t b_scales, bool is_sum);

/* Rows beyond the last block get another block's scales: their sums are not used. */
static __device__ void fetch_scales(uint8_t *to, const struct product &p, int row,
				    int col, int i, uint64_t *full)
{
	int last = (p.n - 1) / SCALE_ROWS;

	for (int part = 0; part < PARTS; part++) {
		int block = min(col / SCALE_ROWS + part - 1, last);
		const uint8_t *from = part ? p.bs + block * p.pitch
					   : p.as + row / SCALE_ROWS * p.pitch;

		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
				   to + part * PART, from + (int64_t)i * PART, PART,
				   full);
	}
}

static __device__ void fetch_all(const struct stages &s, const struct product &p,
				 int row, int col)
{
	for (int i = 0; i < p.n_k; i++) {
		int at = i % STAGES;
		uint8_t *tile = s.tile + at * (A_BYTES + B_BYTES);

		/* In the first round all stages are free. */
		aisp_barrier_wait(&s.empty[at], (i / STAGES & 1) ^ 1);
		aisp_barrier_expect(&s.full[at], ALL);
		aisp_fetch(tile, &p.a, i * AISP_ROW_BYTES, row, &s.full[at]);
		aisp_fetch(tile + A_BYTES, &p.b, i * AISP_ROW_BYTES, col, &s.full[at]);
		fetch_scales(s.scale + at * PARTS * PART, p, row, col, i, &s.full[at]);
	}
}

/* A column of tensor memory has a word for each lane, which is four scales of a row:
 * 128 rows take four columns.  B's parts lie side by side for each span of groups. */
static __device__ uint32_t column(int part, int span)
{
	return TILE_N + 4 * (part ? SPANS + (PARTS - 1) * span + part - 1 : span);
}

/* Copies and products of one thread run in the order in which it issues them. */
static __device__ void multiply_stage(uint32_t sums, const uint8_t *tile,
				      const uint8_t *scale, bool is_sum)
{
	ptx::tcgen05_fence_after_thread_sync();
	for (int i = 0; i < PARTS * SPANS; i++)
		ptx::tcgen05_cp_32x128b_warpx4(
			ptx::cta_group_1, sums + column(i / SPANS, i % SPANS),
			aisp_tcgen05_describe(scale + i * SCALE_BYTES, 128, 0));
	for (int k = 0; k < N_STEPS; k++) {
		int span = k * SPANS / N_STEPS;

		multiply(sums, aisp_tcgen05_tile(tile + k * AISP_STEP_BYTES),
			 aisp_tcgen05_tile(tile + A_BYTES + k * AISP_STEP_BYTES),
			 (uint32_t)k, sums + column(0, span), sums + column(1, span),
			 is_sum || k);
	}
}

static __device__ void multiply_all(const struct stages &s, uint32_t sums, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES;

		aisp_barrier_wait(&s.full[at], i / STAGES & 1);
		multiply_stage(sums, s.tile + at * (A_BYTES + B_BYTES),
			       s.scale + at * PARTS * PART, i);
		ptx::tcgen05_commit(ptx::cta_group_1, &s.empty[at]);
	}
	ptx::tcgen05_commit(ptx::cta_group_1, s.done);
}

static __global__ void __launch_bounds__(THREADS, 1)
	product_few(__nv_bfloat16 *c, const __grid_constant__ struct product p)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES], done;
	__shared__ uint32_t sums;
	int row = blockIdx.y * TILE_M, col = blockIdx.x * TILE_N;
	uint8_t *tile = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	struct stages s = { tile, tile + STAGES * (A_BYTES + B_BYTES), full, empty,
			    &done };

	if (threadIdx.x < 32)
		aisp_tcgen05_take<COLUMNS>(ptx::cta_group_1, &sums);
	if (threadIdx.x == 0)
		aisp_tcgen05_barriers<STAGES>(full, empty, &done);
	ptx::tcgen05_fence_before_thread_sync();
	__syncthreads();
	ptx::tcgen05_fence_after_thread_sync();
	if (threadIdx.x == 0)
		fetch_all(s, p, row, col);
	if (threadIdx.x == 32)
		multiply_all(s, sums, p.n_k);
	__syncwarp();
	aisp_barrier_wait(&done, 0);
	ptx::tcgen05_fence_after_thread_sync();
	aisp_tcgen05_store<TILE_N>(c, sums, row + threadIdx.x, col, p.m, p.n);
	ptx::tcgen05_fence_before_thread_sync();
	__syncthreads();
	if (threadIdx.x < 32)
		ptx::tcgen05_dealloc(ptx::cta_group_1, sums, ptx::n32_t<COLUMNS>());
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = aisp_tcgen05_is_here();

	return rc ? rc : encode_setup<product_few, MOST>(io, state);
}

/* Of a matrix, as bytes. */
static int describe_bytes(aisp_encode encode, const struct aisp_tensor *t,
			  unsigned rows, CUtensorMap *map)
{
	struct aisp_tensor bytes = *t;

	bytes.shape[1] = (int64_t)aisp_type_bytes(t->dtype, t->shape[1]);
	return aisp_describe(encode, &bytes, 1, rows, AISP_ROW_BYTES, map);
}

static int run(const struct aisp_io *io, void *state)
{
	aisp_encode encode = *(aisp_encode *)state;
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	struct product p = { .as = (const uint8_t *)io->in[IN_AS].data,
			     .bs = (const uint8_t *)io->in[IN_BS].data,
			     .pitch = k / STEP * PART,
			     .m = (int)m,
			     .n = (int)n,
			     .n_k = (int)(k / STEP) };
	int rc = describe_bytes(encode, &io->in[IN_AQ], TILE_M, &p.a);

	rc = rc ? rc : describe_bytes(encode, &io->in[IN_BQ], TILE_N, &p.b);
	if (rc)
		return rc;
	product_few<<<dim3(aisp_ceil_div(n, TILE_N), aisp_ceil_div(m, TILE_M)), THREADS,
		      MOST, aisp_stream(io)>>>((__nv_bfloat16 *)io->out[0].data, p);
	return aisp_launched();
}

#endif
