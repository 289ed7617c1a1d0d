/* SPDX-License-Identifier: MIT
 *
 * chunk_work.h - how the attention of a chunk is cut: tiles of queries, the tiles of
 * keys that each sees, and which of these a block takes.
 *
 * A tile of queries is two groups of `queries` queries of `pack` heads that share their
 * keys: row r of a group is query r % queries of head r / queries.  Its tiles of keys
 * end where the last of its queries ends, so that in the first to be worked on, and
 * in no other, does the causal mask cut; the last begins before the first key.
 */
#ifndef CHUNK_WORK_H
#define CHUNK_WORK_H

#include "../../chapters/ch18_attention/attention_launch.h"

#define MOST_BLOCKS 256
#define LEAST       4 /* tiles of keys in a piece: as many bytes as it leaves */

struct chunk {
	int group, pack; /* heads that share keys; those of them in a tile */
	int q_len, kv_len;
	int queries;          /* of a head in a group of a tile */
	int q_tiles, n_tiles; /* of `pack` heads; of all */
	/* Blocks take the first n_whole tiles whole; of the others' tiles of keys,
	 * counted from tile 0 of all on, each takes `piece`. */
	int n_whole, begin, end, piece;
	int units; /* tiles of keys of all q_tiles */
	power power;
};

/* What a block does of a tile of queries. */
struct piece {
	int tile, head, q; /* the first of the heads; tile of queries of a head */
	int origin;        /* key where tile 0 of its keys begins, above -KEYS */
	int begin, last;   /* tiles of keys */
	int first, n;      /* of the blocks that have a piece of the tile */
};

/* Where a block stands: next whole tile; next, and end, of its tiles of keys. */
struct walk {
	int tile, at, end;
};

/* Behind the last key that a query of tile q sees. */
static __host__ __device__ inline int keys_end(const chunk &c, int q)
{
	int end = c.kv_len - c.q_len + (q + 1) * 2 * c.queries;

	return end < c.kv_len ? end : c.kv_len;
}

/* The i-th tile of a head's is the i-th from the end: they have most keys. */
static __host__ __device__ inline int units_of(const chunk &c, int i)
{
	return (keys_end(c, c.q_tiles - 1 - i) + KEYS - 1) / KEYS;
}

static __device__ piece whole_tile(const chunk &c, int tile)
{
	int i = tile % c.q_tiles, q = c.q_tiles - 1 - i, n = units_of(c, i);

	return { tile, tile / c.q_tiles * c.pack,
		 q,    keys_end(c, q) - n * KEYS,
		 0,    n - 1,
		 0,    1 };
}

/* The block's part of the tile to which tile of keys w.at belongs. */
static __device__ piece part_tile(const chunk &c, const walk &w)
{
	int head = w.at / c.units, start = head * c.units, i = 0, n;
	piece x;

	while (start + (n = units_of(c, i)) <= w.at) {
		start += n;
		i++;
	}
	x = whole_tile(c, head * c.q_tiles + i);
	x.begin = w.at - start;
	x.last = min(n, w.end - start) - 1;
	x.first = (start - c.begin) / c.piece;
	x.n = (start + n - 1 - c.begin) / c.piece - x.first + 1;
	return x;
}

static __device__ walk walk_of(const chunk &c)
{
	int at = c.begin + (int)blockIdx.x * c.piece;

	return { (int)blockIdx.x, at, min(at + c.piece, c.end) };
}

static __device__ bool next_piece(const chunk &c, walk &w, piece &x)
{
	if (w.tile < c.n_whole) {
		x = whole_tile(c, w.tile);
		w.tile += gridDim.x;
		return true;
	}
	if (w.at >= w.end)
		return false;
	x = part_tile(c, w);
	w.at += x.last - x.begin + 1;
	return true;
}

static void cut_tiles(chunk &c, int heads)
{
	c.queries = 64 / c.pack;
	c.q_tiles = (int)aisp_ceil_div(c.q_len, 2 * c.queries);
	c.n_tiles = heads / c.pack * c.q_tiles;
	c.n_whole = c.n_tiles;
	c.units = 0;
	for (int i = 0; i < c.q_tiles; i++)
		c.units += units_of(c, i);
	c.begin = c.end = heads / c.pack * c.units;
	c.piece = 1;
}

/* Whole tiles as long as all blocks have one; of the rest, one tile or two for each,
 * so that few blocks share a tile, equal pieces. */
static void cut_pieces(chunk &c, int n_blocks)
{
	int rest = c.n_tiles % n_blocks;

	c.n_whole -= rest;
	if (rest && 2 * rest < n_blocks && c.n_whole)
		c.n_whole -= n_blocks;
	c.begin = c.n_whole / c.q_tiles * c.units;
	for (int i = 0; i < c.n_whole % c.q_tiles; i++)
		c.begin += units_of(c, i);
	c.piece = (int)max((int64_t)LEAST, aisp_ceil_div(c.end - c.begin, n_blocks));
}

#endif
