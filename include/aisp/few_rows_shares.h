/* SPDX-License-Identifier: MIT
 *
 * few_rows_shares.h - which block takes which steps of k of which tile.  The steps of
 * all tiles, one tile after the other, are cut into equal shares, so that a share may
 * begin and end within a tile.  Only the first piece of a share can belong to a tile
 * that another share began.
 */
#ifndef AISP_FEW_ROWS_SHARES_H
#define AISP_FEW_ROWS_SHARES_H

#include <stdint.h>

struct shares {
	int n_bands;           /* of a tile, one below the other */
	int n_steps;           /* of a tile */
	int n_tiles, n_shares; /* no more shares than steps */
};

/* Steps [from, to) of a tile. */
struct piece {
	int tile, from, to;
};

/* The first step of a share, counted over all tiles. */
static __device__ int share_begin(const struct shares &q, int share)
{
	return (int)((int64_t)q.n_steps * q.n_tiles * share / q.n_shares);
}

/*
 * Shares are numbered in the opposite order of blocks.  Blocks start in order, so that
 * those with the shares after an owner's have started before it.  If a launch has
 * several products, each has n_shares blocks.
 */
static __device__ int share_here(const struct shares &q)
{
	return q.n_shares - 1 - (int)blockIdx.x % q.n_shares;
}

static __device__ int first_step(const struct shares &q)
{
	return share_begin(q, share_here(q));
}

/* The piece at step *s of this block's share, if there is one; *s becomes its end. */
static __device__ bool next_piece(const struct shares &q, int *s, struct piece *p)
{
	int end = share_begin(q, share_here(q) + 1), tile = *s / q.n_steps;
	int n = min((tile + 1) * q.n_steps, end) - *s;

	*p = { tile, *s % q.n_steps, *s % q.n_steps + n };
	*s += n;
	return n > 0;
}

/* The share that has a tile's last step. */
static __device__ int last_share(const struct shares &q, int tile)
{
	int share = share_here(q);

	while (share_begin(q, share + 1) < (tile + 1) * q.n_steps)
		share++;
	return share;
}

#endif
