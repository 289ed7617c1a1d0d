/* SPDX-License-Identifier: MIT
 *
 * attention_roles.h - what a block of attention by warpgroups consists of: tiles, the
 * order in which blocks take them, the thread that fetches them, and the products and
 * stores of the groups that use them.
 */
#ifndef ATTENTION_ROLES_H
#define ATTENTION_ROLES_H

#include "attention_maps.h"
#include "softmax_rows.h"
#include "wgmma.h"

#define GROUP   128 /* threads of a warpgroup */
#define QUERIES 128 /* of a tile: two warpgroups of 64 */
#define KEYS    128 /* of a tile */
#define STAGES  2
#define THREADS (3 * GROUP)

/* A section's keys and values stay in L2 while its tiles are worked on. */
#define SECTION_BYTES (24 << 20)

/* Which keys query i sees: */
enum seen {
	SEEN_ALL,   /* all, or those up to i if is_causal */
	SEEN_DENSE, /* first[i] to i; those before are masked */
	SEEN_RANGE, /* first[i] to i; tiles before are skipped */
};

struct shape {
	int heads, seq, is_causal;
	const int *first; /* of keys that a query sees, ascending; or NULL */
	int q_tiles;      /* of a head */
	int section;      /* heads in a section */
	power power;
};

template <int DIM> struct tiles {
	uint16_t q[DIM / CHUNK][QUERIES][CHUNK];
	uint16_t k[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t v[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t o[2][DIM / CHUNK][QUERIES / 2][CHUNK];
	uint64_t q_full, q_empty, k_full[STAGES], k_empty[STAGES], v_full[STAGES],
		v_empty[STAGES];
	int tile; /* what q holds; -1: no more */
};

/* Tiles taken so far, and blocks that found none left; back at 0 at the end. */
static __device__ unsigned n_taken, n_ended;

struct place {
	int head, q; /* q: tile of queries */
};

/* Section by section, long rows of a causal mask first. */
static __device__ place place_of(const shape &s, int tile)
{
	int in_section = s.section * s.q_tiles, first = tile / in_section * s.section;
	int width = min(s.section, s.heads - first), r = tile % in_section;

	return { first + r % width, s.q_tiles - 1 - r / width };
}

/* Tiles of keys: behind the last one, and the first. */
static __device__ int key_tiles(const shape &s, int q)
{
	int n = s.is_causal ? min((q + 1) * QUERIES, s.seq) : s.seq;

	return (n + KEYS - 1) / KEYS;
}

template <enum seen SEEN> static __device__ int first_tile(const shape &s, int q)
{
	return SEEN == SEEN_RANGE ? s.first[q * QUERIES] / KEYS : 0;
}

template <int DIM>
static __device__ void load_tile(uint16_t (*to)[KEYS][CHUNK], const CUtensorMap *map,
				 const place &at, int row, uint64_t *full)
{
	barrier_expect(full, DIM * KEYS * 2);
	for (int c = 0; c < DIM / CHUNK; c++)
		load_box(to[c], map, c * CHUNK, row, at.head, full);
}

template <int DIM, enum seen SEEN>
static __device__ void produce(tiles<DIM> &t, const CUtensorMap *q,
			       const CUtensorMap *k, const CUtensorMap *v,
			       const shape &s)
{
	int n_tiles = s.heads * s.q_tiles;
	unsigned q_parity = 0;
	ring r = { 0, 0 };

	for (;;) {
		int tile = (int)atomicAdd(&n_taken, 1);
		place at;

		barrier_wait(&t.q_empty, q_parity ^ 1);
		q_parity ^= 1;
		t.tile = tile < n_tiles ? tile : -1;
		if (tile >= n_tiles)
			break;
		at = place_of(s, tile);
		load_tile<DIM>(t.q, q, at, at.q * QUERIES, &t.q_full);
		for (int j = key_tiles(s, at.q) - 1; j >= first_tile<SEEN>(s, at.q);
		     j--) {
			barrier_wait(&t.k_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.k[r.stage], k, at, j * KEYS,
				       &t.k_full[r.stage]);
			barrier_wait(&t.v_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.v[r.stage], v, at, j * KEYS,
				       &t.v_full[r.stage]);
			ring_next<STAGES>(r);
		}
	}
	barrier_arrive(&t.q_full);
	if (atomicAdd(&n_ended, 1) == gridDim.x - 1)
		n_taken = n_ended = 0;
}

/* Scores of 64 queries with a tile of keys. */
template <int DIM>
static __device__ void score(float (&s)[KEYS / 2], const tiles<DIM> &t, int group,
			     int stage)
{
#pragma unroll
	for (int i = 0; i < DIM / 16; i++)
		multiply(s, descriptor(t.q[i / 4][group * 64]) + i % 4 * 2,
			 descriptor(t.k[stage][i / 4]) + i % 4 * 2, i > 0);
	products_commit();
}

/* The weights' sums of values, added to o if is_more. */
template <int DIM>
static __device__ void weigh(float (&o)[DIM / 2], const uint32_t (&w)[KEYS / 4],
			     const tiles<DIM> &t, int stage, int is_more)
{
#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply(o, &w[4 * i],
			 descriptor_across(t.v[stage][0], KEYS * CHUNK * 2) + i * 128,
			 is_more || i > 0);
	products_commit();
}

/* By one thread of each warp: its own part of the products is done. */
static __device__ void release(uint64_t *empty)
{
	if (threadIdx.x % 32 == 0)
		barrier_arrive(empty);
}

/* Once the maxima have settled, hardly a tile changes them. */
template <int DIM>
static __device__ void rescale(float (&o)[DIM / 2], const float (&by)[2])
{
	if (__all_sync(~0u, by[0] == 1 && by[1] == 1))
		return;
#pragma unroll
	for (int i = 0; i < DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
}

/* o / sum to shared memory, and from there to the tensor, whose end clips it. */
template <int DIM>
static __device__ void store_rows(float (&o)[DIM / 2], rows &r, tiles<DIM> &t,
				  const CUtensorMap *map, int group, const place &at)
{
	int lane = threadIdx.x % 32, row = threadIdx.x % GROUP / 32 * 16 + lane % 16;

	finish(r);
	if (threadIdx.x % GROUP == 0)
		stores_read();
	named_sync(3 + group, GROUP);
#pragma unroll
	for (int i = 0; i < DIM / 2; i += 8) {
		int chunk = i / 4 + lane / 16; /* of 16 bytes */

		store_matrices(&t.o[group][chunk / 8][row][(chunk % 8 ^ row % 8) * 8],
			       pack(o[i] * r.sum[0], o[i + 1] * r.sum[0]),
			       pack(o[i + 2] * r.sum[1], o[i + 3] * r.sum[1]),
			       pack(o[i + 4] * r.sum[0], o[i + 5] * r.sum[0]),
			       pack(o[i + 6] * r.sum[1], o[i + 7] * r.sum[1]));
	}
	fence_async();
	named_sync(3 + group, GROUP);
	if (threadIdx.x % GROUP == 0)
		for (int c = 0; c < DIM / CHUNK; c++)
			store_box(map, t.o[group][c], c * CHUNK,
				  at.q * QUERIES + group * 64, at.head);
}

#endif
