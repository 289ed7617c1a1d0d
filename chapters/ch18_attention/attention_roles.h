/* SPDX-License-Identifier: MIT
 *
 * attention_roles.h - what a block of attention by warpgroups consists of: tiles, the
 * order in which blocks take them, and the thread that fetches them.
 */
#ifndef ATTENTION_ROLES_H
#define ATTENTION_ROLES_H

#include "attention_maps.h"
#include "softmax_rows.h"

#define GROUP  128 /* threads of a warpgroup */
#define KEYS   128 /* of a tile */
#define STAGES 2

/* Warpgroups that multiply, 64 queries each, and those queries: sums of half as many
 * columns leave registers for a third. */
template <int DIM> constexpr int groups_of = DIM == 64 ? 3 : 2;
template <int DIM> constexpr int queries_of = 64 * groups_of<DIM>;
template <int DIM> constexpr int threads_of = (groups_of<DIM> + 1) * GROUP;

/* A section's keys and values stay in L2 while its tiles are worked on. */
#define SECTION_BYTES (24 << 20)

/* Which keys query i sees: */
enum seen {
	SEEN_ALL,   /* all, or those up to i if is_causal */
	SEEN_DENSE, /* first[i] to i; keys before first[i] are masked */
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
	uint16_t q[DIM / CHUNK][queries_of<DIM>][CHUNK];
	uint16_t k[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t v[STAGES][DIM / CHUNK][KEYS][CHUNK];
	uint16_t o[groups_of<DIM>][DIM / CHUNK][64][CHUNK];
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

/* Tiles of keys: behind the last one that the first n queries see, and the first. */
static __device__ int tiles_before(const shape &s, int n)
{
	n = s.is_causal ? min(n, s.seq) : s.seq;
	return (n + KEYS - 1) / KEYS;
}

template <int DIM> static __device__ int key_tiles(const shape &s, int q)
{
	return tiles_before(s, (q + 1) * queries_of<DIM>);
}

template <int DIM, enum seen SEEN>
static __device__ int first_tile(const shape &s, int q)
{
	return SEEN == SEEN_RANGE ? s.first[q * queries_of<DIM>] / KEYS : 0;
}

template <int DIM, int ROWS>
static __device__ void load_tile(uint16_t (*to)[ROWS][CHUNK], const CUtensorMap *map,
				 const place &at, int row, uint64_t *full)
{
	aisp_barrier_expect(full, DIM * ROWS * 2);
	for (int c = 0; c < DIM / CHUNK; c++)
		load_box(to[c], map, c * CHUNK, row, at.head, full);
}

/* Each tile goes to the block that is free first: fetch(tile) brings it. */
template <class Tiles, class Fetch>
static __device__ void deal_tiles(Tiles &t, int n_tiles, const Fetch &fetch)
{
	unsigned q_parity = 0;

	for (;;) {
		int tile = (int)atomicAdd(&n_taken, 1);

		aisp_barrier_wait(&t.q_empty, q_parity ^ 1);
		q_parity ^= 1;
		t.tile = tile < n_tiles ? tile : -1;
		if (tile >= n_tiles)
			break;
		fetch(tile);
	}
	barrier_arrive(&t.q_full);
	if (atomicAdd(&n_ended, 1) == gridDim.x - 1)
		n_taken = n_ended = 0;
}

template <int DIM, enum seen SEEN>
static __device__ void produce(tiles<DIM> &t, const CUtensorMap *q,
			       const CUtensorMap *k, const CUtensorMap *v,
			       const shape &s)
{
	ring r = { 0, 0 };

	deal_tiles(t, s.heads * s.q_tiles, [&](int tile) {
		place at = place_of(s, tile);

		load_tile<DIM>(t.q, q, at, at.q * queries_of<DIM>, &t.q_full);
		for (int j = key_tiles<DIM>(s, at.q) - 1;
		     j >= first_tile<DIM, SEEN>(s, at.q); j--) {
			aisp_barrier_wait(&t.k_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.k[r.stage], k, at, j * KEYS,
				       &t.k_full[r.stage]);
			aisp_barrier_wait(&t.v_empty[r.stage], r.parity ^ 1);
			load_tile<DIM>(t.v[r.stage], v, at, j * KEYS,
				       &t.v_full[r.stage]);
			ring_next<STAGES>(r);
		}
	});
}

#endif
