/* SPDX-License-Identifier: MIT
 *
 * Tiles of p and ds are computed again from lse and never see memory (T. Dao,
 * FlashAttention-2, arXiv:2307.08691): a block keeps 128 keys, each warp 16 of them
 * with their dk and dv in registers, while tiles of 64 queries go by; dq is added to
 * memory.
 * WORKSPACE: 4 * heads * round_up(seq, 128) * (dim + 3) + 256
 */
#include "workload_attention_bwd_bf16.h"

#include "attention_bwd_rows.h"
#include "mma.h"

#define WARPS   8
#define THREADS (32 * WARPS)
#define KEYS    (16 * WARPS) /* of a block */
#define QUERIES 64           /* of a tile */
#define STAGES  2

/* Rows of 64 columns, the next 64 of all rows behind them, as mma.h has it. */
template <int DIM> struct tiles {
	uint16_t k[KEYS * DIM], v[KEYS * DIM];
	uint16_t q[STAGES][QUERIES * DIM], of[STAGES][QUERIES * DIM];
	uint16_t ds[KEYS * QUERIES]; /* keys are its rows */
	float lse[STAGES][QUERIES], d[STAGES][QUERIES];
};

/* Rows [first, first + ROWS) of a head, zeros behind its end. */
template <int DIM, int ROWS>
static __device__ void copy_rows(uint16_t *to, const uint16_t *head, int first, int seq)
{
#pragma unroll
	for (int i = 0; i < ROWS * DIM / 8 / THREADS; i++) {
		int at = i * THREADS + threadIdx.x;
		int r = at / (DIM / 8), c = at % (DIM / 8);
		bool is_there = first + r < seq;

		copy_chunk(to + chunk_at(r, c, ROWS),
			   head + (is_there ? (int64_t)(first + r) * DIM + c * 8 : 0),
			   is_there);
	}
}

/* s = a b^T for 16 rows of a from `row` on, of KEYS, and all rows of b. */
template <int DIM>
static __device__ void score_rows(float (&s)[QUERIES / 2], const uint16_t *a, int row,
				  const uint16_t *b)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < QUERIES / 2; i++)
		s[i] = 0;
#pragma unroll
	for (int d = 0; d < DIM / 16; d++) {
		uint32_t x[4], y[4];

		aisp_load_matrices(
			x, a + chunk_at(row + lane % 16, 2 * d + lane / 16, KEYS));
#pragma unroll
		for (int j = 0; j < QUERIES / 16; j++) {
			aisp_load_matrices(
				y, b + chunk_at(j * 16 + lane / 16 * 8 + lane % 8,
						2 * d + lane / 8 % 2, QUERIES));
			multiply(&s[8 * j], x, y[0], y[1]);
			multiply(&s[8 * j + 4], x, y[2], y[3]);
		}
	}
}

/* Scores become weights: 0 where the key, a row of s, lies behind the query. */
static __device__ void take_powers(float (&s)[QUERIES / 2], const float *lse,
				   float scale, int key, int query, int is_causal)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < QUERIES / 2; i++) {
		int y = key + lane / 4 + i % 4 / 2 * 8,
		    x = i / 4 * 8 + lane % 4 * 2 + i % 2;
		float p = power_of_two(fmaf(s[i], scale, -lse[x]));

		s[i] = is_causal && y > query + x ? 0 : p;
	}
}

/* ds of a warp's 16 keys to shared memory. */
static __device__ void store_ds(uint16_t *to, const uint32_t (&ds)[QUERIES / 4],
				int row)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < QUERIES / 4; i++) {
		int y = row + lane / 4 + i % 2 * 8, c = i / 2;

		*(uint32_t *)(to + chunk_at(y, c, KEYS) + lane % 4 * 2) = ds[i];
	}
}

/* 16 queries of dq = ds k, those from `row` on, and columns from `column` on. */
template <int DIM>
static __device__ void find_dq(float (&dq)[DIM / 4], const tiles<DIM> &t, int row,
			       int column)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < DIM / 4; i++)
		dq[i] = 0;
#pragma unroll
	for (int j = 0; j < KEYS / 16; j++) {
		uint32_t x[4], y[4];

		aisp_load_transposed(x,
				     t.ds + chunk_at(16 * j + lane / 16 * 8 + lane % 8,
						     row / 8 + lane / 8 % 2, KEYS));
#pragma unroll
		for (int c = 0; c < DIM / 32; c++) { /* of 16 columns */
			aisp_load_transposed(
				y,
				t.k + chunk_at(16 * j + lane % 16,
					       column / 8 + 2 * c + lane / 16, KEYS));
			multiply(&dq[8 * c], x, y[0], y[1]);
			multiply(&dq[8 * c + 4], x, y[2], y[3]);
		}
	}
}

/* Four numbers, to four that follow each other. */
static __device__ void add_four(float *to, const float *x)
{
#if __CUDA_ARCH__ >= 900
	atomicAdd((float4 *)to, float4{ x[0], x[1], x[2], x[3] });
#else
	for (int i = 0; i < 4; i++)
		atomicAdd(to + i, x[i]);
#endif
}

/* Warps have 16 of the tile's 64 queries each, and half of the columns. */
template <int DIM>
static __device__ void add_dq(const sums_of &s, const tiles<DIM> &t, int head,
			      int query)
{
	int warp = threadIdx.x / 32, column = warp / 4 * (DIM / 2);
	int half = DIM == 64 ? query / 64 % 2 : column / 64;
	float dq[DIM / 4];
	float *to = s.dq +
		    tile_of<DIM>(s, head, query / queries_of<DIM>, half) * TILE_ELEMS;

	find_dq<DIM>(dq, t, warp % 4 * 16, column);
	to += (column % 64 / 8 * 128 + threadIdx.x % 128) * 4;
#pragma unroll
	for (int g = 0; g < DIM / 16; g++)
		add_four(to + g * 512, &dq[4 * g]);
}

template <int DIM>
static __device__ void copy_queries(tiles<DIM> &t, const uint16_t *q,
				    const uint16_t *of, const sums_of &s, int head,
				    int query, int stage)
{
	int64_t at = (int64_t)head * s.padded + query,
		first = (int64_t)head * s.seq * DIM;

	copy_rows<DIM, QUERIES>(t.q[stage], q + first, query, s.seq);
	copy_rows<DIM, QUERIES>(t.of[stage], of + first, query, s.seq);
	if (threadIdx.x < QUERIES / 4)
		copy_chunk(&t.lse[stage][4 * threadIdx.x], s.lse + at + 4 * threadIdx.x,
			   true);
	else if (threadIdx.x < QUERIES / 2)
		copy_chunk(&t.d[stage][4 * threadIdx.x - QUERIES],
			   s.d + at + 4 * threadIdx.x - QUERIES, true);
	copies_commit();
}

/* A warp's 16 rows of dk or dv. */
template <int DIM>
static __device__ void store_rows(uint16_t *head, const float (&sum)[DIM / 2],
				  float scale, int row, int seq)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < DIM / 2; i += 2) {
		int y = row + lane / 4 + i % 4 / 2 * 8;

		if (y < seq)
			*(uint32_t *)(head + (int64_t)y * DIM + i / 4 * 8 +
				      lane % 4 * 2) =
				pack(sum[i] * scale, sum[i + 1] * scale);
	}
}

template <int N>
static __device__ void pack_all(uint32_t (&w)[N / 2], const float (&s)[N])
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		w[i] = pack(s[2 * i], s[2 * i + 1]);
}

/* A tile of queries, from its scores to what it adds to dk, dv and ds. */
template <int DIM>
static __device__ void take_tile(float (&dk)[DIM / 2], float (&dv)[DIM / 2],
				 tiles<DIM> &t, int stage, int key, int query,
				 int is_causal)
{
	int row = threadIdx.x / 32 * 16, lane = threadIdx.x % 32;
	float p[QUERIES / 2], dp[QUERIES / 2];
	uint32_t w[QUERIES / 4];

	score_rows<DIM>(p, t.k, row, t.q[stage]);
	take_powers(p, t.lse[stage], LOG2_E / sqrtf((float)DIM), key + row, query,
		    is_causal);
	pack_all(w, p);
	weigh<DIM>(dv, w, t.of[stage]);
	score_rows<DIM>(dp, t.v, row, t.of[stage]);
#pragma unroll
	for (int i = 0; i < QUERIES / 2; i++)
		dp[i] = p[i] * (dp[i] - t.d[stage][i / 4 * 8 + lane % 4 * 2 + i % 2]);
	pack_all(w, dp);
	store_ds(t.ds, w, row);
	weigh<DIM>(dk, w, t.q[stage]);
}

template <int DIM>
static __global__ void __launch_bounds__(THREADS, 1)
	attention_bwd(uint16_t *restrict dk, uint16_t *restrict dv,
		      const uint16_t *restrict q, const uint16_t *restrict k,
		      const uint16_t *restrict v, const uint16_t *restrict of,
		      const sums_of s, int is_causal)
{
	extern __shared__ __align__(128) uint8_t shared[];
	tiles<DIM> &t = *(tiles<DIM> *)shared;
	int head = blockIdx.y, key = blockIdx.x * KEYS;
	int row = key + threadIdx.x / 32 * 16;
	int64_t first = (int64_t)head * s.seq * DIM;
	float dk_sum[DIM / 2] = { 0 }, dv_sum[DIM / 2] = { 0 };

	copy_rows<DIM, KEYS>(t.k, k + first, key, s.seq);
	copy_rows<DIM, KEYS>(t.v, v + first, key, s.seq);
	copy_queries<DIM>(t, q, of, s, head, is_causal ? key : 0, 0);
	for (int query = is_causal ? key : 0, stage = 0; query < s.seq;
	     query += QUERIES, stage ^= 1) {
		if (query + QUERIES < s.seq)
			copy_queries<DIM>(t, q, of, s, head, query + QUERIES,
					  stage ^ 1);
		else
			copies_commit();
		copies_wait<1>();
		__syncthreads();
		take_tile<DIM>(dk_sum, dv_sum, t, stage, key, query, is_causal);
		__syncthreads();
		add_dq<DIM>(s, t, head, query);
	}
	store_rows<DIM>(dk + first, dk_sum, 1 / sqrtf((float)DIM), row, s.seq);
	store_rows<DIM>(dv + first, dv_sum, 1, row, s.seq);
}

template <int DIM> static int launch(const struct aisp_io *io)
{
	sums_of s = sums_in(io);
	dim3 grid((unsigned)aisp_ceil_div(s.seq, KEYS), (unsigned)s.heads);

	launch_begin<DIM>(io, s);
	attention_bwd<DIM><<<grid, THREADS, sizeof(tiles<DIM>), aisp_stream(io)>>>(
		(uint16_t *)io->out[DK].data, (uint16_t *)io->out[DV].data,
		(const uint16_t *)io->in[Q].data, (const uint16_t *)io->in[K].data,
		(const uint16_t *)io->in[V].data, (const uint16_t *)io->in[DO].data, s,
		(int)io->param[CAUSAL]);
	launch_end<DIM>(io, s);
	return aisp_launched();
}

template <int DIM> static int allow_shared(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		attention_bwd<DIM>, cudaFuncAttributeMaxDynamicSharedMemorySize,
		sizeof(tiles<DIM>)));
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	return io->param[DIM] == 64 ? allow_shared<64>() : allow_shared<128>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return io->param[DIM] == 64 ? launch<64>(io) : launch<128>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles computed again from lse, mma.sync, dq added to memory",
	.setup = setup,
	.run = run,
};
