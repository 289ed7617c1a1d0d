/* SPDX-License-Identifier: MIT
 *
 * chunk_tile.h - a piece of a tile as the warpgroups of chapter 18 see it: where it
 * lies in shared memory, which keys its queries see, and where their sums go.
 */
#ifndef CHUNK_TILE_H
#define CHUNK_TILE_H

#include "chunk_parts.h"

/* Pieces lie where their queries do, two of them: one's sums are stored while the
 * other's queries come. */
struct memory {
	tiles<HEAD_DIM> t;
	piece x[2]; /* n is 0 when there are no more */
};

/* The shape that attend() expects, without masks. */
struct unmasked {
};

struct scope {
	const chunk &c;
	const piece &x;
	int group;
	power power;
	unmasked seq, is_causal; /* sight does it all */
};

template <int DIM> static __device__ int key_tiles(const scope &s, int)
{
	return s.x.last + 1;
}

template <int DIM, enum seen SEEN> static __device__ int first_tile(const scope &s, int)
{
	return s.x.begin;
}

/* Counted from where tile 0 of the keys begins: the first key, and the last that the
 * first of a group's queries sees. */
struct sight {
	int first, last, queries;
};

template <enum seen SEEN> static __device__ sight start_of(const scope &s, int)
{
	int query = (2 * s.x.q + s.group) * s.c.queries;

	return { -s.x.origin, s.c.kv_len - s.c.q_len + query - s.x.origin,
		 s.c.queries };
}

static __device__ void mask(float (&)[KEYS / 2], int, int, unmasked, unmasked)
{
}

/* Scores before the first key and behind a row's last become -infinity. */
template <enum seen SEEN>
static __device__ void mask_start(float (&s)[KEYS / 2], const sight &at, int column)
{
	int row = threadIdx.x % GROUP / 32 * 16 + threadIdx.x % 32 / 4;
	int last[] = { at.last + row % at.queries, at.last + (row + 8) % at.queries };

	if (column >= at.first && column + KEYS - 1 <= at.last)
		return;
	column += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < KEYS / 2; i++) {
		int x = column + i / 4 * 8 + i % 2;

		if (x < at.first || x > last[i % 4 / 2])
			s[i] = -INFINITY;
	}
}

/* Where store_rows() puts a group's rows. */
struct home {
	int head, q, queries;
};

template <int DIM> static __device__ int row_of(const home &h, int group)
{
	return (2 * h.q + group) * h.queries;
}

#endif
