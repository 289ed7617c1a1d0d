/* SPDX-License-Identifier: MIT
 *
 * few_rows_shares.h - who takes which steps of k of which tile: shares of all tiles'
 * steps, one after the other, so that a share may begin and end within a tile.  Of what
 * it has of tiles that another began, each share has one piece at most: its first.
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

/* The first step of a share, in steps of all tiles. */
static __device__ int share_begin(const struct shares &q, int share)
{
	return (int)((int64_t)q.n_steps * q.n_tiles * share / q.n_shares);
}

/*
 * Numbered against blocks.  Blocks start in their order, so that those with the shares
 * behind an owner's were there before it.  Where a launch has several products, each
 * has n_shares blocks.
 */
static __device__ int share_here(const struct shares &q)
{
	return q.n_shares - 1 - (int)blockIdx.x % q.n_shares;
}

static __device__ int first_step(const struct shares &q)
{
	return share_begin(q, share_here(q));
}

/* The piece at step *s of this block's share, if there is one; *s goes on. */
static __device__ bool next_piece(const struct shares &q, int *s, struct piece *p)
{
	int end = share_begin(q, share_here(q) + 1), tile = *s / q.n_steps;
	int n = min((tile + 1) * q.n_steps, end) - *s;

	*p = { tile, *s % q.n_steps, *s % q.n_steps + n };
	*s += n;
	return n > 0;
}

/* That which has a tile's last step. */
static __device__ int last_share(const struct shares &q, int tile)
{
	int share = share_here(q);

	while (share_begin(q, share + 1) < (tile + 1) * q.n_steps)
		share++;
	return share;
}

#endif
