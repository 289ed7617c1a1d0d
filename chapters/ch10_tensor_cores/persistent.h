/* SPDX-License-Identifier: MIT
 *
 * persistent.h - C = f(A B^T) by blocks that stay: one thread fetches, two
 * warpgroups multiply halves of a tile, and write it while the next one's fetches run.
 */
#ifndef PERSISTENT_H
#define PERSISTENT_H

#include "swizzled_out.h"

template <class P>
static __device__ void multiply_tile(float d[P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(s.stage + P::A_BYTES);
	int last = 0;

	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16)
			aisp_wgmma<P::KIND, P::N>(d, a + stage + k, b + stage + k,
						  i || k);
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i)
			release<P>(s, last);
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	release<P>(s, last);
}

template <class P, class F>
static __device__ void multiply_tiles(const struct block<P> &s, const CUtensorMap *c,
				      const struct order &o, int n_k, const F &f)
{
	int worker = aisp_warpgroup() - 1, warp = threadIdx.x % AISP_GROUP / 32;
	uint8_t *out = s.out + (worker * 4 + warp) * P::PIECES * P::PIECE_BYTES;
	struct turn<P> at;
	float d[P::N / 2];

	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS) {
		int2 to = place(o, t);

		multiply_tile<P>(d, s, worker, &at, n_k);
		store_rows<P>(out, c, d,
			      (to.x * P::DOWN + s.down) * TILE_M + worker * 64 +
				      warp * 16,
			      (to.y * P::ACROSS + s.across) * P::N, f);
	}
	store_end();
}

template <class P, class F>
__global__ void __cluster_dims__(P::BLOCKS, 1, 1) __launch_bounds__(THREADS, 1)
	persistent(const __grid_constant__ CUtensorMap a,
		   const __grid_constant__ CUtensorMap b,
		   const __grid_constant__ CUtensorMap c, const struct order o, int n_k,
		   const F f)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);

	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		aisp_take_registers<240>();
		multiply_tiles<P>(s, &c, o, n_k, f);
	}
	end();
}

#endif
