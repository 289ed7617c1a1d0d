/* SPDX-License-Identifier: MIT
 *
 * pingpong.h - C = f(A B^T) by blocks that stay, whose two warpgroups take tiles in
 * turn, each a whole one: while one stores its sums, the other keeps the tensor cores
 * busy.
 */
#ifndef PINGPONG_H
#define PINGPONG_H

#include "swizzled_out.h"

/* Both halves of 64 rows. */
template <class P>
static __device__ void multiply_tile(float d[2][P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage),
		 b = aisp_descriptor(s.stage + P::A_BYTES);
	constexpr int half = 64 * AISP_ROW_BYTES / 16;
	int last = 0;

	await_turn(worker);
	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = stage; k < stage + AISP_ROW_BYTES / 16;
		     k += AISP_STEP_BYTES / 16) {
			int is_sum = i || k > stage;

			aisp_wgmma<P::KIND, P::N>(d[0], a + k, b + k, is_sum);
			aisp_wgmma<P::KIND, P::N>(d[1], a + half + k, b + k, is_sum);
		}
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i)
			release<P>(s, last);
		last = at->stage;
	}
	give_turn(!worker);
	aisp_wgmma_wait<0>();
	release<P>(s, last);
}

template <class P, class F>
static __device__ void multiply_in_turn(const struct block<P> &s, const CUtensorMap *c,
					const struct order &o, int n_k, const F &f)
{
	int worker = aisp_warpgroup() - 1, warp = threadIdx.x % AISP_GROUP / 32;
	uint8_t *out = s.out + (worker * 4 + warp) * P::PIECES * P::PIECE_BYTES;
	int mine = 0;
	struct turn<P> at;
	float d[2][P::N / 2];

	if (worker == 1)
		give_turn(0);
	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS, mine ^= 1) {
		int2 to = place(o, t);
		int row = (to.x * P::DOWN + s.down) * TILE_M + warp * 16;
		int col = (to.y * P::ACROSS + s.across) * P::N;

		if (mine != worker) {
			at.skip(n_k);
			continue;
		}
		multiply_tile<P>(d, s, worker, &at, n_k);
		store_rows<P>(out, c, d[0], row, col, f);
		store_rows<P>(out, c, d[1], row + 64, col, f);
	}
	store_end();
}

template <class P, class F>
__global__ void __cluster_dims__(P::BLOCKS, 1, 1) __launch_bounds__(THREADS, 1)
	pingpong(const __grid_constant__ CUtensorMap a,
		 const __grid_constant__ CUtensorMap b,
		 const __grid_constant__ CUtensorMap c, const struct order o, int n_k,
		 const F f)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);

	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<40>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		aisp_take_registers<232>();
		multiply_in_turn<P>(s, &c, o, n_k, f);
	}
	end();
}

#endif
