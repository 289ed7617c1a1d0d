/* SPDX-License-Identifier: MIT
 *
 * pairs_gpu.h - products of each expert's weights with its tokens' rows, by clusters
 * of blocks that stay.  Weights are the 64 rows of wgmma and tokens its columns, 8 to
 * MOST of them: few tokens waste little, and a tile is 256 rows of weights by half of
 * the tokens of an expert that has many.
 */
#ifndef PAIRS_GPU_H
#define PAIRS_GPU_H

#include "pairs_out.h"
#include "pairs_shapes.h"
#include "pairs_stages.h"

/* Tells the blocks that fetch into this stage, one thread each, that it is free. */
static __device__ __forceinline__ void release(struct barriers &bar, int stage)
{
	if (threadIdx.x % AISP_GROUP < BLOCKS)
		aisp_barrier_arrive(&bar.empty[stage], threadIdx.x % AISP_GROUP);
}

/* All of a stage, without waiting. */
template <int N>
static __device__ __forceinline__ void multiply_step(float (&d)[2][N / 2], uint64_t w,
						     uint64_t x)
{
	constexpr int second = W_BYTES / 2 / 16;

	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16) {
		multiply_add<N>(d[0], w + k, x + k);
		multiply_add<N>(d[1], w + second + k, x + k);
	}
	aisp_wgmma_end();
}

/* Two bands of 64 rows of weights with N tokens. */
template <int N, bool IS_UP>
static __device__ __forceinline__ void
multiply_bands(float (&d)[2][N / 2], const uint8_t *stages, struct barriers &bar,
	       struct place *at, int n)
{
	uint64_t w = aisp_descriptor(stages + aisp_warpgroup() * BAND * AISP_ROW_BYTES);
	uint64_t x = aisp_descriptor(stages + W_BYTES);
	int last = 0;

	/* Without these zeros the registers would be kept from tile to tile. */
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		d[0][i] = d[1][i] = 0;
	for (int i = 0; i < n; i++, at->n++) {
		int skip = at->stage() * (STAGE_BYTES / 16);

		aisp_barrier_wait(&bar.full[at->stage()], at->parity());
		if (IS_UP)
			let_tensor_cores_read();
		multiply_step<N>(d, w + skip, x + skip);
		aisp_wgmma_wait<1>();
		if (i)
			release(bar, last);
		last = at->stage();
	}
	aisp_wgmma_wait<0>();
	release(bar, last);
}

template <int N, bool IS_UP>
static __device__ __forceinline__ void tile_of(const struct layer &l,
					       const struct tile &x, uint8_t *stages,
					       struct barriers &bar, struct place *at)
{
	uint8_t *out = stages + STAGES * STAGE_BYTES + aisp_warpgroup() * OUT_BYTES;
	int col = x.col + aisp_warpgroup() * BAND;
	float d[2][N / 2];

	multiply_bands<N, IS_UP>(d, stages, bar, at, x.n_steps);
	if (IS_UP) {
#pragma unroll
		for (int i = 0; i < N / 2; i += 2)
			gate(d[0] + i, d[1] + i);
		store_band<N>(l.h, x, out, d[0], col);
		tell_done(l.done + x.unit);
	} else {
		store_band<N>(l.out, x, out, d[0], col);
		store_band<N>(l.out, x, out, d[1], col + BOX_ROWS);
	}
}

/* The first shape that is enough. */
template <bool IS_UP, int N, int... MORE>
static __device__ __forceinline__ void fit(const struct layer &l, const struct tile &x,
					   uint8_t *stages, struct barriers &bar,
					   struct place *at)
{
	if constexpr (sizeof...(MORE) > 0) {
		if (x.shape > N)
			return fit<IS_UP, MORE...>(l, x, stages, bar, at);
	}
	tile_of<N, IS_UP>(l, x, stages, bar, at);
}

/* Experts that have about 256 tokens each have 112 to 144 in a half, nearly all. */
template <bool IS_UP, class... ARGS>
static __device__ __forceinline__ void fit_shape(ARGS &&...args)
{
	fit<IS_UP, 8, 16, 32, 64, 96, 112, 120, 128, 136, 144, MOST>(args...);
}

static __device__ __forceinline__ void multiply_tiles(const struct source &s)
{
	int stride = gridDim.x / BLOCKS, t = blockIdx.x / BLOCKS;
	struct part u = part_of(s.l, s.n_units, t);
	struct place at = { 0 };
	struct tile x;

	for (; t < s.n_tiles; t += stride) {
		bool is_there = fill_tile(&x, s.l, s.n_units, t, s.rank, u);

		/* Asked for here, it has come when the next tile needs it. */
		u = part_of(s.l, s.n_units, t + stride);
		if (!is_there)
			continue;
		if (x.is_up)
			fit_shape<true>(s.l, x, s.stages, s.bar, &at);
		else
			fit_shape<false>(s.l, x, s.stages, s.bar, &at);
	}
}

static __device__ __forceinline__ void begin(struct barriers &bar)
{
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&bar.full[i], 1 + AISP_GROUP);
			ptx::mbarrier_init(&bar.empty[i], BLOCKS * MULTIPLIERS);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

/* Both products: blocks wait for h that other blocks make, so all must be running. */
static __global__ void __cluster_dims__(BLOCKS, 1, 1)
	__launch_bounds__(THREADS_OF_TILE, 1)
		multiply_units(const __grid_constant__ struct maps m,
			       const __grid_constant__ struct layer l)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct barriers bar;
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	begin(bar);
	cudaTriggerProgrammaticLaunchCompletion();
	cudaGridDependencySynchronize();

	struct source s = { m,
			    l,
			    bar,
			    stages,
			    *l.n_units,
			    count_tiles(l, *l.n_units),
			    (int)ptx::get_sreg_cluster_ctarank() };

	if (aisp_warpgroup() == MULTIPLIERS) {
		aisp_leave_registers<72>();
		fetch_tiles(s);
	} else {
		aisp_take_registers<216>();
		multiply_tiles(s);
	}
	/* The other block may still send to this one's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

#endif
