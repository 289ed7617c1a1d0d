/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_groups.h - the backward pass by warpgroups with roles (J. Shah et al.,
 * FlashAttention-3, arXiv:2407.08608, appendix B).  A block has 128 keys, each of two
 * groups 64 of them, with their dk and dv in registers; queries go by.  Scores are
 * computed with keys for rows, so that weights and ds come out as the first operands of
 * dv += p^T do and dk += ds^T q and stay in registers; only dq = ds k wants ds in
 * shared memory, that of both groups, of which each computes half.
 *
 * Products are under way while powers are taken: the next scores while ds is, dp while
 * the powers are.  dq lags a tile behind, so that no group waits for the other's ds.
 */
#ifndef ATTENTION_BWD_GROUPS_H
#define ATTENTION_BWD_GROUPS_H

#include "attention_bwd_roles.h"
#include "wgmma.h"

/* d = a b + d if is_more, both in shared memory; b[k][n]: only its sum runs across. */
static __device__ inline void multiply_across(float (&d)[32], uint64_t a, uint64_t b,
					      int is_more)
{
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %34, 0;\n\t" NAME(
			     64) "{" P32 "}, %32, %33, p, 1, 1, 0, 1;\n\t}"
		     : D32
		     : "l"(a), "l"(b), "r"(is_more));
}

/* Four 8x8 matrices, transposed: lane l has the address of row l % 8 of what becomes of
 * matrix l / 8. */
static __device__ inline void store_transposed(void *row, const uint32_t *w)
{
	asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], "
		     "{%1, %2, %3, %4};" ::"r"(shared_address(row)),
		     "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
		     : "memory");
}

/* By one thread of each warp, whose part of what lies there is read or written. */
static __device__ void arrive(uint64_t *bar)
{
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		barrier_arrive(bar);
}

/* What d holds is nobody's: it needs no registers until it is written. */
template <int N> static __device__ void forget(float (&d)[N])
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("" : "=f"(d[i]));
}

/* s = a b^T: 64 keys of the group, a tile of queries. */
template <int DIM>
static __device__ void score(float (&s)[queries_of<DIM> / 2],
			     const uint16_t (*a)[KEYS][CHUNK],
			     const uint16_t (*b)[queries_of<DIM>][CHUNK], int group)
{
#pragma unroll
	for (int i = 0; i < DIM / 16; i++)
		aisp_wgmma<AISP_WGMMA_BF16, queries_of<DIM>>(
			s, aisp_descriptor(a[i / 4][group * 64]) + i % 4 * 2,
			aisp_descriptor(b[i / 4]) + i % 4 * 2, i > 0);
	aisp_wgmma_end();
}

/* sum += w b for the weights w of 64 keys and a tile of queries. */
template <int DIM>
static __device__ void weigh(float (&sum)[DIM / 2],
			     const uint32_t (&w)[queries_of<DIM> / 4],
			     const uint16_t (*b)[queries_of<DIM>][CHUNK])
{
#pragma unroll
	for (int i = 0; i < queries_of<DIM> / 16; i++)
		multiply(sum, &w[4 * i],
			 descriptor_across(b[0], queries_of<DIM> * CHUNK * 2) + i * 128,
			 1);
	aisp_wgmma_end();
}

/* The group's half of dq = ds k: of 128 columns, or of 128 rows. */
template <int DIM>
static __device__ void find_dq(float (&dq)[32], const tiles<DIM> &t, int stage,
			       int group)
{
	int row = DIM == 64 ? 64 * group : 0, column = DIM == 64 ? 0 : group;

#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply_across(dq,
				aisp_descriptor(t.ds[stage][i / 4][row]) + i % 4 * 2,
				descriptor_across(t.k[column], 0) + i * 128, i > 0);
	aisp_wgmma_end();
}

/* Keys behind their query get no weight. */
template <int N> static __device__ void mask(float (&s)[N], int key, int query)
{
	key += threadIdx.x % GROUP / 32 * 16 + threadIdx.x % 32 / 4;
	query += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i++)
		if (key + i % 4 / 2 * 8 > query + i / 4 * 8 + i % 2)
			s[i] = -INFINITY;
}

/* Scores become weights. */
template <int N>
static __device__ void take_powers(float (&s)[N], const float *lse, float scale)
{
	lse += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i += 4) {
		float2 l = *(const float2 *)(lse + 2 * i);

		s[i] = power_of_two(fmaf(s[i], scale, -l.x));
		s[i + 1] = power_of_two(fmaf(s[i + 1], scale, -l.y));
		s[i + 2] = power_of_two(fmaf(s[i + 2], scale, -l.x));
		s[i + 3] = power_of_two(fmaf(s[i + 3], scale, -l.y));
	}
}

/* Weights p and dp become ds, for which scale is left to the end. */
template <int N>
static __device__ void find_ds(uint32_t (&ds)[N / 2], const float (&p)[N],
			       const float (&dp)[N], const float *d)
{
	d += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i += 4) {
		float2 x = *(const float2 *)(d + 2 * i);

		ds[i / 2] = pack(p[i] * (dp[i] - x.x), p[i + 1] * (dp[i + 1] - x.y));
		ds[i / 2 + 1] = pack(p[i + 2] * (dp[i + 2] - x.x),
				     p[i + 3] * (dp[i + 3] - x.y));
	}
}

template <int N>
static __device__ void pack_weights(uint32_t (&w)[N / 2], const float (&s)[N])
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		w[i] = pack(s[2 * i], s[2 * i + 1]);
}

/* ds of the group's keys to its half of the tile's rows, which are queries. */
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

/* For the thread that adds it to memory. */
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
	arrive(&t.dq_full[group]);
}

/* The group's 64 rows of dk or dv, to where its keys or values lay. */
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

/* Both groups have multiplied with all keys; ends of the tensors clip what is stored.
 */
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

/* From the scores, which are under way, to weights and to dv, which is under way when
 * this ends; then dp is there. */
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
 * From weights and dp to dk, and to dq of the tile before: the first one is of what
 * happened to lie there, and nobody's.
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
