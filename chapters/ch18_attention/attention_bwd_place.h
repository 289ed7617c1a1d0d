/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_place.h - which keys a block of the backward pass has, in which order
 * it takes tiles of queries, and when its turn comes to add to one.
 */
#ifndef ATTENTION_BWD_PLACE_H
#define ATTENTION_BWD_PLACE_H

#include "attention_bwd_rows.h"

#define KEYS 128 /* of a block */

/* The most L2 that queries and dq of heads in work at the same time may take. */
#define SECTION_BYTES (24 << 20)

/* The block's keys, and the tiles of queries that see any of them. */
struct place {
	int head, n; /* n: block of keys */
	int first, n_tiles, start;
	int team, team_end; /* blocks of keys that run at the same time */
	int is_causal;
};

template <int DIM, bool ORDERED>
static __device__ place place_of(const sums_of &s, int number, int is_causal)
{
	int blocks = (s.seq + KEYS - 1) / KEYS;
	int width = max(1, min(s.heads, SECTION_BYTES / (8 * DIM * s.padded)));
	int in_section, section, r, heads, all;
	place at;

	if (ORDERED)
		width = 1;
	in_section = width * blocks;
	section = number / in_section;
	r = number % in_section;
	heads = min(width, s.heads - section * width);
	all = (s.seq + queries_of<DIM> - 1) / queries_of<DIM>;
	at.head = section * width + r % heads;
	at.n = r / heads;
	at.team = at.n / s.at_once * s.at_once;
	at.team_end = min(at.team + s.at_once, blocks);
	at.is_causal = is_causal;
	at.first = is_causal ? at.n * KEYS / queries_of<DIM> : 0;
	at.n_tiles = all - at.first;
	at.start = ORDERED && is_causal
			   ? 0
			   : (at.n - at.team) * at.n_tiles / (at.team_end - at.team);
	return at;
}

/* The i-th tile of queries.  Blocks of one head begin at different ones, so that they
 * do not add to the same tile of dq at the same time. */
static __device__ inline int query_tile(const place &at, int i)
{
	int turn = at.start + i;

	return at.first + (turn < at.n_tiles ? turn : turn - at.n_tiles);
}

/*
 * How many blocks add to tile m of dq before this one, where their order is fixed: the
 * order in which they come there if all of a team begin at once.
 * Block n begins at tile start, at its diagonal if attention is causal.  So the block
 * that begins at m or last before it is the first one, then come those of fewer and
 * fewer keys, and behind block 0, which is not there in causal attention, the last of
 * the team and again down.  A team waits for the teams before.
 */
template <int DIM> static __device__ int turn_of(const place &at, int m)
{
	int n_blocks = at.team_end - at.team, first = at.team_end - 1;

	if (at.is_causal)
		first = min(first, m * queries_of<DIM> / KEYS);
	else
		first = at.team + (m * n_blocks + n_blocks - 1) / at.n_tiles;
	return at.team + (first >= at.n ? first - at.n : first - at.n + n_blocks);
}

#endif
