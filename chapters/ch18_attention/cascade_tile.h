/* SPDX-License-Identifier: MIT
 *
 * cascade_tile.h - what a block that meets a shared prefix consists of: shared memory,
 * its piece of the prefix, and barriers.
 */
#ifndef CASCADE_TILE_H
#define CASCADE_TILE_H

#include "decode_grouped.h"

#define CONSUMERS 2                /* warpgroups that meet the prefix */
#define TILE      (64 * CONSUMERS) /* rows of a block */
#define KEYS      128              /* tokens of a tile */
#define KEY_SLABS (KEYS / SLAB)
#define STAGES    2
#define OWN_WARPS 3 /* of the first warpgroup, for tokens of sequences' own */

/* 8 rows of a slab: 64 of their columns, then the others.  So a slab's bytes lie one
 * behind the other, and slabs of pages anywhere become one tile, whose groups of 8 rows
 * are 2048 bytes apart throughout, as descriptors need it. */
typedef uint16_t eight[HEAD_DIM / CHUNK][8][CHUNK];

struct tiles {
	uint16_t q[HEAD_DIM / CHUNK][TILE][CHUNK];
	eight k[STAGES][KEYS / 8], v[STAGES][KEYS / 8];
	slab own[OWN_WARPS][RING];
	uint64_t k_full[STAGES], k_empty[STAGES], v_full[STAGES], v_empty[STAGES];
	uint64_t own_full[OWN_WARPS][RING];
	int n_taken; /* of the block's sequences and heads */
};

/* Keys and values: a slab of own tokens, and of the prefix, is one box. */
struct boxes {
	CUtensorMap k, v, own_k, own_v;
};

/* Parts of the prefix, each for all rows of all heads, and behind them the parts of
 * rows' own tokens. */
struct prefix {
	part *parts;
	int n_parts, tokens;
	int part_tokens; /* a multiple of KEYS */
	int rows;        /* of a head: whole tiles */
};

static __device__ part *part_at(const prefix &x, int i, int head, int row, int heads)
{
	return x.parts + ((int64_t)i * heads + head) * x.rows + row;
}

/* A block's rows, and its tokens [token, end). */
struct piece {
	int tile, head, part, token, end;
};

/* Blocks that read the same tokens are neighbours. */
static __device__ piece piece_of(const prefix &x, int block, int heads)
{
	int tiles = x.rows / TILE, part = block / tiles / heads;
	int token = part * x.part_tokens;

	return { block % tiles, block / tiles % heads, part, token,
		 min(token + x.part_tokens, x.tokens) };
}

static __device__ int tiles_of(const piece &x)
{
	return (x.end - x.token + KEYS - 1) / KEYS;
}

/* A named barrier behind those of the consumers: their first group says that keys came,
 * and the warps of own tokens begin, which would delay them. */
#define OWN_BARRIER (1 + 2 * CONSUMERS)
#define OWN_THREADS (128 + 32 * OWN_WARPS)

/* All threads of a cluster call it. */
template <int PAIR> static __device__ void cluster_sync(void)
{
	if constexpr (PAIR == 1)
		__syncthreads();
	else {
		ptx::barrier_cluster_arrive();
		ptx::barrier_cluster_wait();
	}
}

/* Called at the kernel's end: nothing is read after it, so no order is needed. */
template <int PAIR> static __device__ void leave_cluster(void)
{
	if constexpr (PAIR > 1)
		asm volatile("barrier.cluster.arrive.relaxed;\n\t"
			     "barrier.cluster.wait;" ::
				     : "memory");
}

/* A stage is empty once all blocks have read it that its bytes go to. */
template <int PAIR> static __device__ void start_barriers(tiles &t)
{
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			barrier_init(&t.k_full[i], 1);
			barrier_init(&t.v_full[i], 1);
			barrier_init(&t.k_empty[i], 4 * CONSUMERS * PAIR);
			barrier_init(&t.v_empty[i], 4 * CONSUMERS * PAIR);
		}
		for (int i = 0; i < OWN_WARPS * RING; i++)
			barrier_init(&t.own_full[i / RING][i % RING], 1);
		t.n_taken = 0;
		barriers_ready();
	}
	cluster_sync<PAIR>();
}

#endif
