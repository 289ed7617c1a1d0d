/* SPDX-License-Identifier: MIT
 *
 * cascade_prefix.h - two warpgroups meet a piece of the prefix, 64 rows each, as those
 * of attention_groups.h do: scores of the next tile are under way while powers of this
 * one are taken, and the groups issue their products in turn.
 */
#ifndef CASCADE_PREFIX_H
#define CASCADE_PREFIX_H

#include "cascade_fetch.h"
#include "wgmma.h"

/* The descriptor of a tile in shared memory; `next` leads to the other 64 columns. */
static __device__ uint64_t describe(const eight *rows, int half, unsigned next)
{
	uint64_t address = shared_address(rows[0][half]);

	return (address & 0x3ffff) >> 4 | (uint64_t)(next >> 4) << 16 |
	       (uint64_t)(sizeof(eight) >> 4) << 32 | (uint64_t)1 << 62;
}

/* Scores of the group's 64 rows with a tile of keys. */
static __device__ void score_tile(float (&s)[KEYS / 2], const tiles &t, int group,
				  int stage)
{
	aisp_wgmma_begin();
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 16; i++)
		aisp_wgmma<AISP_WGMMA_BF16, KEYS>(
			s, aisp_descriptor(t.q[i / 4][group * 64]) + i % 4 * 2,
			describe(t.k[stage], i / 4, 16) + i % 4 * 2, i > 0);
	aisp_wgmma_end();
}

/* The weights' sums of values, added to o if is_more. */
static __device__ void weigh_tile(float (&o)[HEAD_DIM / 2],
				  const uint32_t (&w)[KEYS / 4], const tiles &t,
				  int stage, int is_more)
{
	aisp_wgmma_begin();
#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply(o, &w[4 * i],
			 describe(t.v[stage] + 2 * i, 0, sizeof(eight) / 2),
			 is_more || i > 0);
	aisp_wgmma_end();
}

static __device__ void take_turn(int group)
{
	named_sync(1 + group, 128 * CONSUMERS);
}

static __device__ void pass_turn(int group)
{
	named_arrive(2 - group, 128 * CONSUMERS);
}

/* A warp tells all blocks of the cluster that its part of the products is done. */
template <int PAIR> static __device__ void release(uint64_t *empty)
{
	int lane = threadIdx.x % 32;

	if (lane >= PAIR)
		return;
	if constexpr (PAIR == 1)
		barrier_arrive(empty);
	else
		aisp_barrier_arrive(empty, (uint32_t)lane);
}

/* The last tile, which ends behind `end` of its tokens, is the first to come. */
template <int PAIR>
static __device__ void meet_first(float (&s)[KEYS / 2], uint32_t (&w)[KEYS / 4],
				  rows &m, tiles &t, int group, int end, const power &p)
{
	float by[2];

	aisp_barrier_wait(&t.k_full[0], 0);
	if (group == 0)
		named_arrive(OWN_BARRIER, OWN_THREADS);
	score_tile(s, t, group, 0);
	aisp_wgmma_wait<0>();
	hold(s);
	release<PAIR>(&t.k_empty[0]);
	if (end < KEYS)
		mask(s, 0, 0, end, 0);
	m = no_rows();
	take_powers(s, m, by, p);
	pack_weights(w, s);
}

template <int PAIR>
static __device__ void meet_tiles(float (&o)[HEAD_DIM / 2], rows &m, tiles &t,
				  int group, const piece &x, const power &p)
{
	int n = tiles_of(x), end = x.end - x.token - (n - 1) * KEYS;
	float s[KEYS / 2], by[2];
	uint32_t w[KEYS / 4];
	ring r = { 0, 0 };

	meet_first<PAIR>(s, w, m, t, group, end, p);
	for (int i = 1; i < n; i++) {
		unsigned stage = r.stage, parity = r.parity;

		ring_next<STAGES>(r);
		aisp_barrier_wait(&t.k_full[r.stage], r.parity);
		take_turn(group);
		score_tile(s, t, group, r.stage);
		aisp_barrier_wait(&t.v_full[stage], parity);
		weigh_tile(o, w, t, stage, i > 1);
		pass_turn(group);
		aisp_wgmma_wait<1>();
		hold(s);
		release<PAIR>(&t.k_empty[r.stage]);
		take_powers(s, m, by, p);
		hold(s);
		stay(m.sum[0] + m.sum[1]);
		aisp_wgmma_wait<0>();
		hold(o);
		hold(w);
		release<PAIR>(&t.v_empty[stage]);
		rescale(o, by);
		pack_weights(w, s);
	}
	aisp_barrier_wait(&t.v_full[r.stage], r.parity);
	weigh_tile(o, w, t, r.stage, n > 1);
	aisp_wgmma_wait<0>();
	hold(o);
}

/* Like keep_part(), two numbers at once: the lanes of a row fill sectors of memory. */
static __device__ void keep_rows(part *to, const float (&o)[HEAD_DIM / 2],
				 const rows &m)
{
	int lane = threadIdx.x % 32;

	to += lane / 4;
#pragma unroll
	for (int h = 0; h < 2; h++) {
		float sum = m.sum[h] + __shfl_xor_sync(~0u, m.sum[h], 1);

		sum += __shfl_xor_sync(~0u, sum, 2);
		if (lane % 4 == 0)
			*(float2 *)&to[h * 8].offset = { m.offset[h], sum };
	}
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i += 2)
		*(float2 *)&to[i % 4 / 2 * 8].o[i / 4 * 8 + lane % 4 * 2] = {
			o[i], o[i + 1]
		};
}

template <int PAIR>
static __device__ void consume(tiles &t, const uint16_t *q, const prefix &x,
			       const piece &at, int group, const shape &p)
{
	int row = at.tile * TILE + group * 64;
	float o[HEAD_DIM / 2];
	rows m;

	copy_queries(t, q, at.head, row, group, p);
	if (group == CONSUMERS - 1) /* the first group begins */
		named_arrive(1, 128 * CONSUMERS);
	meet_tiles<PAIR>(o, m, t, group, at, p.power);
	row += threadIdx.x % 128 / 32 * 16;
	keep_rows(part_at(x, at.part, at.head, row, p.heads), o, m);
	if (group == 0)
		named_sync(1, 128 * CONSUMERS);
}

#endif
