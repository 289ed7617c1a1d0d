/* SPDX-License-Identifier: MIT
 *
 * experts_gpu.h - products of each expert's weights with its tokens' rows, by blocks
 * that stay.  Weights are the 64 rows of wgmma and tokens its columns, 8 to 128 of
 * them: few tokens waste little, and a tile of an expert that has many is 256 rows of
 * weights by 128 tokens.
 */
#ifndef EXPERTS_GPU_H
#define EXPERTS_GPU_H

#include <aisp/few_rows_sums.h>

#include "experts_stages.h"

/* Two bands of 64 rows of weights with N tokens. */
template <int N>
static __device__ void multiply_bands(float (&d)[2][N / 2], const uint8_t *stages,
				      struct barriers &bar, struct place *at, int n)
{
	uint64_t w = aisp_descriptor(stages + aisp_warpgroup() * BAND * AISP_ROW_BYTES);
	uint64_t x = aisp_descriptor(stages + W_BYTES);
	constexpr int second = W_BYTES / 2 / 16;
	int last = 0;

	/* Without these zeros the registers would be kept from tile to tile. */
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
	return __fdividef(g, 1 + __expf(-g)) * u;
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
	multiply_parts(const __grid_constant__ struct maps m, const struct product p,
		       const struct order o)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct barriers bar;
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&bar.w[i], 1);
			ptx::mbarrier_init(&bar.x[i], IS_GATED ? AISP_GROUP / 32 : 1);
			ptx::mbarrier_init(&bar.empty[i],
					   MULTIPLIERS * AISP_GROUP / 32);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (aisp_warpgroup() == MULTIPLIERS) {
		aisp_leave_registers<56>();
		if (IS_GATED)
			fetch_scattered(stages, bar, m, p, o);
		else if (threadIdx.x % AISP_GROUP == 0)
			fetch_in_order(stages, bar, m, p, o);
	} else {
		aisp_take_registers<224>();
		multiply_tiles<IS_GATED>(stages, bar, p, o);
	}
}

#endif
