/* SPDX-License-Identifier: MIT
 *
 * pairs_plan.h - both products of a layer of experts as one list of tiles, and the
 * ring of stages that a block has for them.
 *
 * The two blocks of a cluster halve a unit, up to 2 MOST tokens of an expert, and share
 * the weights; or, where experts have few tokens, each takes other weights.
 */
#ifndef PAIRS_PLAN_H
#define PAIRS_PLAN_H

#include <aisp/hopper.h>

#include "experts_order.h"

#define BLOCKS          2   /* of a cluster */
#define MOST            160 /* tokens of a tile */
#define TILE_ROWS       256 /* of weights: two boxes */
#define BOX_ROWS        128
#define BAND            64
#define X_BOX_ROWS      16 /* of h */
#define MANY_ROWS       64 /* of h, in larger boxes */
#define STEP            64 /* of k */
#define STAGES          4
#define W_BYTES         (TILE_ROWS * AISP_ROW_BYTES)
#define X_BYTES         (MOST * AISP_ROW_BYTES)
#define STAGE_BYTES     (W_BYTES + X_BYTES)
#define MULTIPLIERS     2 /* warpgroups; one more fetches */
#define THREADS_OF_TILE ((MULTIPLIERS + 1) * AISP_GROUP)
#define OUT_TOKENS      64                            /* on the way out at a time */
#define OUT_BYTES       (OUT_TOKENS * AISP_ROW_BYTES) /* of a warpgroup */
#define ALL_BYTES       (STAGES * STAGE_BYTES + MULTIPLIERS * OUT_BYTES + 1024)

/* What boxes are of. */
struct maps {
	CUtensorMap w1, w3, w2, h, many_h;
};

struct layer {
	const uint16_t *x;
	uint16_t *h, *out; /* in the order of experts */
	const int *token;  /* of each place in that order */
	const struct part *unit;
	const int *n_units;
	int *done; /* warpgroups that have stored a tile of the unit's h */
	int width, inner;
	int up_tiles, down_tiles; /* of a unit, for both blocks together */
	int group;                /* units whose tiles lie next to each other */
	int is_paired;
};

/* A block's tile.  Its rows of tokens, of which there are n, begin at `first`. */
struct tile {
	int unit, expert, first, n;
	int last;   /* row of the unit */
	int shape;  /* n, rounded up, or what the other block has if that is more */
	int col;    /* of h or out, where the tile begins */
	int n_cols; /* of all of h or out */
	int n_steps;
	bool is_up;
};

struct barriers {
	uint64_t full[STAGES], empty[STAGES];
};

/* A step's stage, and how often the ring has been round. */
struct place {
	uint32_t n;

	__device__ int stage(void) const
	{
		return (int)(n % STAGES);
	}
	__device__ uint32_t parity(void) const
	{
		return n / STAGES & 1;
	}
};

/*
 * The first product of a group of units, then by turns that of the next group and the
 * second product of the one before: h is there when it is needed, and still in L2, and
 * the second product's memory traffic is spread.
 */
static __device__ __forceinline__ int count_tiles(const struct layer &l, int n_units)
{
	return n_units * (l.up_tiles + l.down_tiles);
}

/* Which unit and product tile t is of, and which of these tiles it is.  The last group
 * may have fewer units, and its second product has no other beside it. */
static __device__ __forceinline__ int find_unit(struct tile *x, const struct layer &l,
						int n_units, int t)
{
	int last = (n_units - 1) / l.group, rest = n_units - last * l.group;
	int both = l.group * (l.up_tiles + l.down_tiles);
	int at = t - min(l.group, n_units) * l.up_tiles;
	int end = max(0, last * both - (l.group - rest) * l.up_tiles);
	int turn = at < 0 ? -1 : at >= end ? last : at / both;
	int ups = turn == last ? 0 : (turn == last - 1 ? rest : l.group) * l.up_tiles;
	int tiles;

	at = turn < 0 ? t : at - (turn == last ? end : turn * both);
	x->is_up = at < ups;
	tiles = x->is_up ? l.up_tiles : l.down_tiles;
	at -= x->is_up ? 0 : ups;
	x->unit = (x->is_up ? turn + 1 : turn) * l.group + at / tiles;
	return at % tiles;
}

/* The tokens of tile t, or none. */
static __device__ __forceinline__ struct part part_of(const struct layer &l,
						      int n_units, int t)
{
	struct tile x;

	find_unit(&x, l, n_units, t);
	return x.unit < n_units ? l.unit[x.unit] : part{ 0, 0, 0 };
}

/* Of tile t, of which u are the tokens.  False if there is no such tile. */
static __device__ __forceinline__ bool fill_tile(struct tile *x, const struct layer &l,
						 int n_units, int t, int rank,
						 const struct part &u)
{
	int at = find_unit(x, l, n_units, t), skip = 0;

	if (x->unit >= n_units)
		return false;
	x->shape = (u.n + 7) / 8 * 8;
	if (l.is_paired) {
		x->shape = ((u.n + 1) / 2 + 7) / 8 * 8;
		skip = rank * x->shape;
	} else {
		at = BLOCKS * at + rank;
	}
	x->expert = u.expert;
	x->first = u.first + skip;
	x->n = max(0, min(x->shape, u.n - skip));
	x->last = u.first + u.n - 1;
	x->col = at * (x->is_up ? BOX_ROWS : TILE_ROWS);
	x->n_cols = x->is_up ? l.inner : l.width;
	x->n_steps = ((x->is_up ? l.width : l.inner) + STEP - 1) / STEP;
	return true;
}

static __device__ __forceinline__ bool find_tile(struct tile *x, const struct layer &l,
						 int n_units, int t, int rank)
{
	return fill_tile(x, l, n_units, t, rank, part_of(l, n_units, t));
}

#endif
