/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_groups.h - the groups of attention_groups.h, in fp8.
 */
#ifndef ATTENTION_FP8_GROUPS_H
#define ATTENTION_FP8_GROUPS_H

#include "attention_fp8_rows.h"

/* Attends to all tiles of keys for a tile of queries, the last, masked one first. */
static __device__ void attend(float (&o)[DIM8 / 2], rows &sm, tiles8 &t, ring &r,
			      const shape &p, int group, const place &at)
{
	int last = key_tiles<DIM8>(p, at.q) - 1;
	int row = row_of<DIM8>(at, group) + threadIdx.x % GROUP / 32 * 16;
	float s[KEYS / 2], part[N_PARTS];
	factors x;
	uint32_t w[KEYS / 8];
	tile_power power;

#pragma unroll
	for (int i = 0; i < DIM8 / 2; i++)
		o[i] = 0;
	aisp_barrier_wait(&t.k_full[r.stage], r.parity);
	power = t.power[r.stage];
	aisp_wgmma_begin();
	score(s, t, group, r.stage);
	aisp_wgmma_wait<0>();
	hold(s);
	release(&t.k_empty[r.stage]);
	mask(s, row, last * KEYS, p.seq, p.is_causal);
	sm = no_rows();
	take_weights(s, sm, x, power);
	pack_weights(w, s);
	for (int j = last - 1; j >= 0; j--) {
		unsigned stage = r.stage, parity = r.parity;
		factors before = x;

		ring_next<STAGES8>(r);
		aisp_barrier_wait(&t.k_full[r.stage], r.parity);
		power = t.power[r.stage];
		take_turn<DIM8>(group);
		aisp_wgmma_begin();
		score(s, t, group, r.stage);
		aisp_barrier_wait(&t.v_full[stage], parity);
		aisp_wgmma_begin();
		weigh(part, w, t, stage);
		pass_turn<DIM8>(group);
		aisp_wgmma_wait<1>();
		hold(s);
		release(&t.k_empty[r.stage]);
		take_weights(s, sm, x, power);
		hold(s);
		stay(s[0] + s[2]);
		aisp_wgmma_wait<0>();
		hold(part);
		hold(w);
		release(&t.v_empty[stage]);
		add_part(o, sm, part, before);
		pack_weights(w, s);
	}
	release(&t.q_empty);
	aisp_barrier_wait(&t.v_full[r.stage], r.parity);
	aisp_wgmma_begin();
	weigh(part, w, t, r.stage);
	aisp_wgmma_wait<0>();
	hold(part);
	release(&t.v_empty[r.stage]);
	add_part(o, sm, part, x);
	quarter(sm);
	ring_next<STAGES8>(r);
}

static __device__ void consume(tiles8 &t, const CUtensorMap *map, const shape &p,
			       int group)
{
	ring r = { 0, 0 };
	float o[DIM8 / 2];
	rows sm;

	take_tiles<DIM8>(t, group, [&](int tile) {
		place at = place_of(p, tile);

		attend(o, sm, t, r, p, group, at);
		store_rows<DIM8>(o, sm, t, map, group, at);
	});
}

static __global__ void __launch_bounds__(threads_of<DIM8>, 1)
	attention8(const __grid_constant__ CUtensorMap q,
		   const __grid_constant__ CUtensorMap k,
		   const __grid_constant__ CUtensorMap v,
		   const __grid_constant__ CUtensorMap o, const shape p, const scales x)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	tiles8 &t = *(tiles8 *)shared;

	if (threadIdx.x == 0)
		start_barriers<DIM8, STAGES8>(t);
	set_sum_rows(t);
	__syncthreads();
	if (threadIdx.x < GROUP) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			produce(t, &q, &k, &v, p, x);
	} else {
		aisp_take_registers<240>();
		consume(t, &o, p, (int)threadIdx.x / GROUP - 1);
	}
}

#endif
