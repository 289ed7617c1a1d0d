/* SPDX-License-Identifier: MIT
 *
 * attention_groups.h - attention by warpgroups with roles (J. Shah et al.,
 * FlashAttention-3, arXiv:2407.08608): two or three groups of 64 queries each multiply
 * and take powers.  The scores of the next tile are under way while the powers of this
 * one are taken, and the groups take turns: one's products run while the other's
 * special units work.  Weights never leave the registers.
 */
#ifndef ATTENTION_GROUPS_H
#define ATTENTION_GROUPS_H

#include "attention_products.h"

/* The first keys that a thread's two rows see, and the largest of the group's. */
struct start {
	int key[2], most;
};

template <enum seen SEEN> static __device__ start start_of(const shape &p, int row)
{
	start s = {};

	if constexpr (SEEN != SEEN_ALL) {
		for (int h = 0; h < 2; h++) {
			int i = row + (int)threadIdx.x % 32 / 4 + h * 8;

			s.key[h] = p.first[min(i, p.seq - 1)];
		}
		s.most = p.first[min(row / 64 * 64 + 63, p.seq - 1)];
	}
	return s;
}

/* Scores before a row's first key become -infinity. */
template <enum seen SEEN>
static __device__ void mask_start(float (&s)[KEYS / 2], const start &from, int column)
{
	if constexpr (SEEN != SEEN_ALL) {
		if (SEEN == SEEN_RANGE && column >= from.most)
			return;
		column += threadIdx.x % 4 * 2;
#pragma unroll
		for (int i = 0; i < KEYS / 2; i++)
			if (column + i / 4 * 8 + i % 2 < from.key[i % 4 / 2])
				s[i] = -INFINITY;
	}
}

/* A tile of keys that only queries of later groups see. */
template <int DIM> static __device__ void skip_keys(tiles<DIM> &t, ring &r, int group)
{
	release(&t.k_empty[r.stage]);
	release(&t.v_empty[r.stage]);
	ring_next<STAGES>(r);
	take_turn<DIM>(group);
	pass_turn<DIM>(group);
}

/* Attends to all tiles of keys for a tile of queries, the last, masked one first.
 * Other shapes than those above have their own functions for what queries see. */
template <int DIM, enum seen SEEN, class SHAPE, class PLACE>
static __device__ void attend(float (&o)[DIM / 2], rows &sm, tiles<DIM> &t, ring &r,
			      const SHAPE &p, int group, const PLACE &at)
{
	int last = key_tiles<DIM>(p, at.q) - 1, begin = first_tile<DIM, SEEN>(p, at.q);
	int row = row_of<DIM>(at, group) + threadIdx.x % GROUP / 32 * 16;
	auto from = start_of<SEEN>(p, row);
	float s[KEYS / 2], by[2];
	uint32_t w[KEYS / 4];

	if constexpr (queries_of < DIM >> KEYS) {
		int own = tiles_before(p, row_of<DIM>(at, group) + 64) - 1;

		if (__any_sync(~0u, own < last)) {
			skip_keys<DIM>(t, r, group);
			last--;
		}
	}
	aisp_barrier_wait(&t.k_full[r.stage], r.parity);
	aisp_wgmma_begin();
	score<DIM>(s, t, group, r.stage);
	aisp_wgmma_wait<0>();
	hold(s);
	release(&t.k_empty[r.stage]);
	mask(s, row, last * KEYS, p.seq, p.is_causal);
	mask_start<SEEN>(s, from, last * KEYS);
	sm = no_rows();
	take_powers(s, sm, by, p.power);
	pack_weights(w, s);
	for (int j = last - 1; j >= begin; j--) {
		unsigned stage = r.stage, parity = r.parity;

		ring_next<STAGES>(r);
		aisp_barrier_wait(&t.k_full[r.stage], r.parity);
		take_turn<DIM>(group);
		aisp_wgmma_begin();
		score<DIM>(s, t, group, r.stage);
		aisp_barrier_wait(&t.v_full[stage], parity);
		aisp_wgmma_begin();
		weigh<DIM>(o, w, t, stage, j < last - 1);
		pass_turn<DIM>(group);
		aisp_wgmma_wait<1>();
		hold(s);
		release(&t.k_empty[r.stage]);
		mask_start<SEEN>(s, from, j * KEYS);
		take_powers(s, sm, by, p.power);
		hold(s);
		stay(sm.sum[0] + sm.sum[1]);
		aisp_wgmma_wait<0>();
		hold(o);
		hold(w);
		release(&t.v_empty[stage]);
		rescale(o, by);
		pack_weights(w, s);
	}
	release(&t.q_empty);
	aisp_barrier_wait(&t.v_full[r.stage], r.parity);
	aisp_wgmma_begin();
	weigh<DIM>(o, w, t, r.stage, begin < last);
	aisp_wgmma_wait<0>();
	hold(o);
	release(&t.v_empty[r.stage]);
	ring_next<STAGES>(r);
}

template <int DIM, enum seen SEEN>
static __device__ void consume(tiles<DIM> &t, const CUtensorMap *map, const shape &p,
			       int group)
{
	ring r = { 0, 0 };
	float o[DIM / 2];
	rows sm;

	take_tiles<DIM>(t, group, [&](int tile) {
		place at = place_of(p, tile);

		attend<DIM, SEEN>(o, sm, t, r, p, group, at);
		store_rows<DIM>(o, sm, t, map, group, at);
	});
}

template <int DIM, enum seen SEEN>
static __global__ void __launch_bounds__(threads_of<DIM>, 1)
	attention(const __grid_constant__ CUtensorMap q,
		  const __grid_constant__ CUtensorMap k,
		  const __grid_constant__ CUtensorMap v,
		  const __grid_constant__ CUtensorMap o, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	tiles<DIM> &t = *(tiles<DIM> *)shared;

	if (threadIdx.x == 0)
		start_barriers<DIM, STAGES>(t);
	__syncthreads();
	if (threadIdx.x < GROUP) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			produce<DIM, SEEN>(t, &q, &k, &v, p);
	} else {
		aisp_take_registers<groups_of<DIM> == 2 ? 240 : 160>();
		consume<DIM, SEEN>(t, &o, p, (int)threadIdx.x / GROUP - 1);
	}
}

#endif
