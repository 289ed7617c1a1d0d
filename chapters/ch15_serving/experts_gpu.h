/* SPDX-License-Identifier: MIT
 *
 * experts_gpu.h - products of each expert's weights with its tokens' rows, by blocks
 * that stay.  Weights are the 64 rows of wgmma and tokens its columns, 8 to 128 of
 * them: few tokens waste little, and a tile of an expert that has many is 256 rows of
 * weights by 128 tokens.  A thread fetches weights; a warpgroup gathers the rows of
 * tokens, wherever they lie.
 */
#ifndef EXPERTS_GPU_H
#define EXPERTS_GPU_H

#include <aisp/few_rows_sums.h>
#include <aisp/hopper.h>

#include "experts_order.h"

#define TILE_ROWS       256 /* of weights: two boxes */
#define BOX_ROWS        128
#define STEP            64 /* of k */
#define STAGES          4
#define W_BYTES         (TILE_ROWS * AISP_ROW_BYTES)
#define X_BYTES         (PART * AISP_ROW_BYTES)
#define STAGE_BYTES     (W_BYTES + X_BYTES)
#define MULTIPLIERS     2 /* warpgroups; one more fetches */
#define THREADS_OF_TILE ((MULTIPLIERS + 1) * AISP_GROUP)
#define OUT_BYTES       (PART * 32) /* of a warp */
#define ALL_BYTES       (STAGES * STAGE_BYTES + 4 * MULTIPLIERS * OUT_BYTES + 1024)
/* Stages of tokens that may be under way: one less than would wait for themselves, as a
 * stage is free when the next one is being multiplied. */
#define AHEAD (STAGES - 2)

/* A product: out[place][col] for n_cols rows of weights of each expert. */
struct product {
	const uint16_t *x;
	const int *row; /* place -> row of x times k; NULL: the place is the row */
	uint16_t *out;
	int k, width, n_cols; /* width: of x, what is added up */
	int n_tiles;          /* across n_cols */
	int step;             /* columns of out from tile to tile */
	int second;           /* rows of weights from the first box to the second */
};

struct barriers {
	uint64_t w[STAGES], x[STAGES], empty[STAGES];
};

struct place {
	int stage;
	uint32_t parity;
};

static __device__ void next_stage(struct place *at)
{
	if (++at->stage == STAGES) {
		at->stage = 0;
		at->parity ^= 1;
	}
}

static __device__ void gather_piece(void *to, const void *from, bool is_there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(from), "r"(is_there ? 16 : 0)
		     : "memory");
}

/* The rows that this thread gathers pieces of: every 16th of the part. */
static __device__ void find_rows(int64_t *at, const struct product &p,
				 const struct part &part)
{
#pragma unroll
	for (int i = 0; i < PART / 16; i++) {
		int r = threadIdx.x % AISP_GROUP / 8 + 16 * i;
		int place = part.first + r;

		at[i] = r < part.n ? (int64_t)(p.row ? __ldg(p.row + place) / p.k
						     : place) *
					     p.width
				   : -1;
	}
}

/* STEP numbers of each row, from column `col` on; zeros outside. */
static __device__ void gather(uint8_t *to, const int64_t *at, const struct product &p,
			      int n, int col)
{
	int c = threadIdx.x % 8, r = threadIdx.x % AISP_GROUP / 8;

#pragma unroll
	for (int i = 0; i < PART / 16; i++) {
		bool is_there = at[i] >= 0 && col + c * 8 < p.width;

		if (16 * i < n)
			gather_piece(
				to + (r + 16 * i) * AISP_ROW_BYTES + (c ^ r % 8) * 16,
				is_there ? p.x + at[i] + col + c * 8 : p.x, is_there);
	}
}

/* Tensor cores read what was gathered: of all but the last n stages. */
template <int N> static __device__ void give(uint64_t *bar)
{
	asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		ptx::mbarrier_arrive(bar);
}

/* Stage i of all is given when AHEAD more have been asked for. */
struct gathered {
	int n; /* stages asked for */

	__device__ void add(struct barriers &bar)
	{
		asm volatile("cp.async.commit_group;" ::: "memory");
		if (++n > AHEAD)
			give<AHEAD>(&bar.x[(n - 1 - AHEAD) % STAGES]);
	}
	__device__ void end(struct barriers &bar)
	{
		for (int i = max(n - AHEAD, 0); i < n; i++)
			give<0>(&bar.x[i % STAGES]);
	}
};

static __device__ void fetch_weights(uint8_t *to, const CUtensorMap *first,
				     const CUtensorMap *second, int col, int row,
				     int row2, uint64_t *bar)
{
	aisp_barrier_expect(bar, W_BYTES);
	aisp_fetch(to, first, col, row, bar);
	aisp_fetch(to + W_BYTES / 2, second, col, row2, bar);
}

static __device__ void fetch_tiles(uint8_t *stages, struct barriers &bar,
				   const CUtensorMap *first, const CUtensorMap *second,
				   const struct product &p, const struct order &o)
{
	struct place to = { 0, 1 }; /* the first time round nobody frees a stage */
	struct gathered done = { 0 };
	int n = *o.n_parts * p.n_tiles;

	for (int t = blockIdx.x; t < n; t += gridDim.x) {
		struct part part = o.part[t / p.n_tiles];
		int row = part.expert * p.n_cols + t % p.n_tiles * p.step;
		int64_t at[PART / 16];

		find_rows(at, p, part);
		for (int col = 0; col < p.width; col += STEP, next_stage(&to)) {
			uint8_t *stage = stages + to.stage * STAGE_BYTES;

			aisp_barrier_wait(&bar.empty[to.stage], to.parity);
			if (threadIdx.x % AISP_GROUP == 0)
				fetch_weights(stage, first, second, col, row,
					      row + p.second, &bar.w[to.stage]);
			gather(stage + W_BYTES, at, p, part.n, col);
			done.add(bar);
		}
	}
	done.end(bar);
}

/* Two bands of 64 rows of weights with N tokens. */
template <int N>
static __device__ void multiply_bands(float (&d)[2][N / 2], const uint8_t *stages,
				      struct barriers &bar, struct place *at, int n)
{
	uint64_t w = aisp_descriptor(stages + aisp_warpgroup() * BAND * AISP_ROW_BYTES);
	uint64_t x = aisp_descriptor(stages + W_BYTES);
	constexpr int second = W_BYTES / 2 / 16;
	int last = 0;

	/* Registers that nobody sets would be kept from tile to tile. */
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		d[0][i] = d[1][i] = 0;
	for (int i = 0; i < n; i++, next_stage(at)) {
		int stage = at->stage * (STAGE_BYTES / 16);

		aisp_barrier_wait(&bar.w[at->stage], at->parity);
		aisp_barrier_wait(&bar.x[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = stage; k < stage + AISP_ROW_BYTES / 16;
		     k += AISP_STEP_BYTES / 16) {
			aisp_wgmma<AISP_WGMMA_BF16, N>(d[0], w + k, x + k, 1);
			aisp_wgmma<AISP_WGMMA_BF16, N>(d[1], w + second + k, x + k, 1);
		}
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		__syncwarp();
		if (i && threadIdx.x % 32 == 0)
			ptx::mbarrier_arrive(&bar.empty[last]);
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		ptx::mbarrier_arrive(&bar.empty[last]);
}

/* A warp's 16 columns of `out`, from col on, of the part's rows. */
template <int N>
static __device__ void store_band(const struct product &p, const struct part &part,
				  uint8_t *out, const float (&d)[N / 2], int col)
{
	turn_sums<N>(out, d);
#pragma unroll
	for (int i = threadIdx.x % 32; i < 2 * N; i += 32) {
		int row = i / 2, at = col + i % 2 * 8;

		if (row < part.n && at < p.n_cols)
			*(uint4 *)(p.out + (int64_t)(part.first + row) * p.n_cols +
				   at) = *(const uint4 *)(out + i * 16);
	}
}

/* silu(g) u */
static __device__ float gate(float g, float u)
{
	return g / (1 + __expf(-g)) * u;
}

template <int N, bool IS_GATED>
static __device__ void tile_of(const struct product &p, const struct part &part,
			       uint8_t *stages, struct barriers &bar, struct place *at,
			       int col)
{
	int warp = threadIdx.x % AISP_GROUP / 32;
	uint8_t *out = stages + STAGES * STAGE_BYTES +
		       (aisp_warpgroup() * 4 + warp) * OUT_BYTES;
	float d[2][N / 2];

	multiply_bands<N>(d, stages, bar, at, (p.width + STEP - 1) / STEP);
	col += aisp_warpgroup() * BAND + warp * 16;
	if (IS_GATED) {
#pragma unroll
		for (int i = 0; i < N / 2; i++)
			d[0][i] = gate(d[0][i], d[1][i]);
	}
	store_band<N>(p, part, out, d[0], col);
	if (!IS_GATED)
		store_band<N>(p, part, out, d[1], col + BOX_ROWS);
}

template <bool IS_GATED>
static __device__ void multiply_tiles(uint8_t *stages, struct barriers &bar,
				      const struct product &p, const struct order &o)
{
	struct place at = { 0, 0 };
	int n = *o.n_parts * p.n_tiles;

	for (int t = blockIdx.x; t < n; t += gridDim.x) {
		struct part part = o.part[t / p.n_tiles];
		int col = t % p.n_tiles * p.step;

		if (part.n <= 8)
			tile_of<8, IS_GATED>(p, part, stages, bar, &at, col);
		else if (part.n <= 16)
			tile_of<16, IS_GATED>(p, part, stages, bar, &at, col);
		else if (part.n <= 32)
			tile_of<32, IS_GATED>(p, part, stages, bar, &at, col);
		else if (part.n <= 64)
			tile_of<64, IS_GATED>(p, part, stages, bar, &at, col);
		else if (part.n <= 96)
			tile_of<96, IS_GATED>(p, part, stages, bar, &at, col);
		else
			tile_of<128, IS_GATED>(p, part, stages, bar, &at, col);
	}
}

/* IS_GATED: boxes are of w1 and w3, and silu(w1 x) * w3 x goes out; else both of one
 * matrix, whose products do. */
template <bool IS_GATED>
static __global__ void __launch_bounds__(THREADS_OF_TILE, 1)
	multiply_parts(const __grid_constant__ CUtensorMap first,
		       const __grid_constant__ CUtensorMap second,
		       const struct product p, const struct order o)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct barriers bar;
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&bar.w[i], 1);
			ptx::mbarrier_init(&bar.x[i], AISP_GROUP / 32);
			ptx::mbarrier_init(&bar.empty[i],
					   MULTIPLIERS * AISP_GROUP / 32);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (aisp_warpgroup() == MULTIPLIERS) {
		aisp_leave_registers<56>();
		fetch_tiles(stages, bar, &first, &second, p, o);
	} else {
		aisp_take_registers<224>();
		multiply_tiles<IS_GATED>(stages, bar, p, o);
	}
}

#endif
