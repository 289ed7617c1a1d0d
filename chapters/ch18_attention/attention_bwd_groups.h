/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_groups.h - the backward pass by warpgroups with roles (J. Shah et al.,
 * FlashAttention-3, arXiv:2407.08608, appendix B).  A block has 128 keys, each of two
 * groups 64 of them, with their dk and dv in registers; queries go by.  Scores are
 * computed with keys for rows, so that weights and ds come out as the first operands of
 * dv += p^T do and dk += ds^T q and stay in registers; only dq = ds k needs ds of both
 * groups in shared memory, and each group computes half of dq.
 *
 * Products run in the background: dp while powers are taken, the next scores while ds
 * is computed.  dq lags a tile behind, so that no group waits for the other's ds.
 */
#ifndef ATTENTION_BWD_GROUPS_H
#define ATTENTION_BWD_GROUPS_H

#include "attention_bwd_math.h"

/* Stores ds of the group's keys to its half of the tile, whose rows are queries. */
template <int DIM>
static __device__ void
store_ds(tiles<DIM> &t, const uint32_t (&ds)[queries_of<DIM> / 4], int stage, int group)
{
	int lane = threadIdx.x % 32;
	int chunk = threadIdx.x % GROUP / 32 * 2 + lane / 8 % 2; /* of 16 bytes */

#pragma unroll
	for (int i = 0; i < queries_of<DIM> / 16; i++) {
		int row = 16 * i + lane / 16 * 8 + lane % 8;

		store_transposed(&t.ds[stage][group][row][(chunk ^ row % 8) * 8],
				 &ds[4 * i]);
	}
	fence_async();
	arrive(&t.ds_full[stage]);
}

/* Stores dq for the thread that adds it to memory. */
template <int DIM>
static __device__ void hand_over(tiles<DIM> &t, const float (&dq)[32], int group, int i)
{
	float4 *to = (float4 *)t.dq[group] + threadIdx.x % GROUP;

	aisp_barrier_wait(&t.dq_empty[group], (i & 1) ^ 1);
#pragma unroll
	for (int g = 0; g < 8; g++)
		to[g * GROUP] = float4{ dq[4 * g], dq[4 * g + 1], dq[4 * g + 2],
					dq[4 * g + 3] };
	fence_async();
	arrive(&t.dq_full[group][i % 2]);
}

/* Stores the group's 64 rows of dk or dv where its keys or values were. */
template <int DIM>
static __device__ void store_rows(uint16_t (*to)[KEYS][CHUNK],
				  const float (&sum)[DIM / 2], float scale, int group)
{
	int lane = threadIdx.x % 32;
	int row = group * 64 + threadIdx.x % GROUP / 32 * 16 + lane % 16;

#pragma unroll
	for (int i = 0; i < DIM / 2; i += 8) {
		int chunk = i / 4 + lane / 16; /* of 16 bytes */

		store_matrices(&to[chunk / 8][row][(chunk % 8 ^ row % 8) * 8],
			       pack(sum[i] * scale, sum[i + 1] * scale),
			       pack(sum[i + 2] * scale, sum[i + 3] * scale),
			       pack(sum[i + 4] * scale, sum[i + 5] * scale),
			       pack(sum[i + 6] * scale, sum[i + 7] * scale));
	}
}

/* Stores dk and dv after both groups are done with the keys; tensor ends clip them. */
template <int DIM>
static __device__ void store_sums(tiles<DIM> &t, const maps &m, const place &at,
				  const float (&dk)[DIM / 2],
				  const float (&dv)[DIM / 2], int group)
{
	named_sync(1, GROUPS * GROUP);
	store_rows<DIM>(t.v, dv, 1, group);
	store_rows<DIM>(t.k, dk, 1 / sqrtf((float)DIM), group);
	fence_async();
	named_sync(2 + group, GROUP);
	if (threadIdx.x % GROUP)
		return;
	for (int c = 0; c < DIM / CHUNK; c++) {
		int row = at.n * KEYS + 64 * group;

		store_box(&m.dv, t.v[c][64 * group], c * CHUNK, row, at.head);
		store_box(&m.dk, t.k[c][64 * group], c * CHUNK, row, at.head);
	}
	stores_done();
}

/* What a thread of a group holds. */
template <int DIM> struct held {
	float dk[DIM / 2], dv[DIM / 2], dq[32];
	float s[queries_of<DIM> / 2], dp[queries_of<DIM> / 2];
	uint32_t p[queries_of<DIM> / 4], ds[queries_of<DIM> / 4];
};

/* Waits for the scores, turns them into weights and starts dv; dp is complete at the
 * end. */
template <int DIM>
static __device__ void take_weights(held<DIM> &h, tiles<DIM> &t, unsigned stage,
				    int is_masked, int key, int query)
{
	aisp_wgmma_wait<1>();
	hold(h.s);
	if (is_masked)
		mask(h.s, key, query);
	take_powers(h.s, t.lse[stage], LOG2_E / sqrtf((float)DIM));
	pack_weights(h.p, h.s);
	aisp_wgmma_begin();
	weigh<DIM>(h.dv, h.p, t.of[stage]);
	aisp_wgmma_wait<1>();
	hold(h.dp);
}

/*
 * Computes dk from weights and dp, and dq of the tile before: the first dq has
 * arbitrary contents, and is not used.
 */
template <int DIM>
static __device__ void take_ds(held<DIM> &h, tiles<DIM> &t, const ring &r, int group)
{
	unsigned other = r.stage ^ 1;

	find_ds(h.ds, h.s, h.dp, t.d[r.stage]);
	aisp_barrier_wait(&t.ds_empty[r.stage], r.parity ^ 1 ^ r.stage);
	store_ds<DIM>(t, h.ds, r.stage, group);
	aisp_barrier_wait(&t.ds_full[other], r.parity ^ r.stage ^ 1);
	forget(h.dq);
	aisp_wgmma_begin();
	find_dq<DIM>(h.dq, t, other, group);
	weigh<DIM>(h.dk, h.ds, t.q[r.stage]);
	aisp_wgmma_wait<0>();
	hold(h.p);
	hold(h.ds);
	hold(h.dq);
	arrive(&t.q_empty[r.stage]);
	arrive(&t.of_empty[r.stage]);
	arrive(&t.ds_empty[other]);
}

template <int DIM>
static __device__ void consume(tiles<DIM> &t, const maps &m, const place &at,
			       int is_causal, int group)
{
	int key = at.n * KEYS + 64 * group, i = 0;
	held<DIM> h;
	ring r = { 0, 0 };

#pragma unroll
	for (int c = 0; c < DIM / 2; c++)
		h.dk[c] = h.dv[c] = 0;
	aisp_barrier_wait(&t.k_full, 0);
	aisp_barrier_wait(&t.q_full[0], 0);
	aisp_wgmma_begin();
	score<DIM>(h.s, t.k, t.q[0], group);
	aisp_barrier_wait(&t.v_full, 0);
	aisp_barrier_wait(&t.of_full[0], 0);
	aisp_wgmma_begin();
	score<DIM>(h.dp, t.v, t.of[0], group);
	for (;; i++) {
		int query = query_tile(at, i) * queries_of<DIM>;

		take_weights<DIM>(h, t, r.stage, is_causal && key + 63 > query, key,
				  query);
		take_ds<DIM>(h, t, r, group);
		if (i + 1 == at.n_tiles)
			break;
		ring_next<STAGES>(r);
		aisp_barrier_wait(&t.q_full[r.stage], r.parity);
		forget(h.s);
		aisp_wgmma_begin();
		score<DIM>(h.s, t.k, t.q[r.stage], group);
		hand_over(t, h.dq, group, i);
		aisp_barrier_wait(&t.of_full[r.stage], r.parity);
		forget(h.dp);
		aisp_wgmma_begin();
		score<DIM>(h.dp, t.v, t.of[r.stage], group);
	}
	hand_over(t, h.dq, group, i);
	aisp_barrier_wait(&t.ds_full[r.stage], r.parity);
	forget(h.dq);
	aisp_wgmma_begin();
	find_dq<DIM>(h.dq, t, r.stage, group);
	aisp_wgmma_wait<0>();
	hold(h.dq);
	hold(h.dk);
	hold(h.dv);
	hand_over(t, h.dq, group, i + 1);
	store_sums<DIM>(t, m, at, h.dk, h.dv, group);
}

#endif
