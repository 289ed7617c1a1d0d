/* SPDX-License-Identifier: MIT
 *
 * few_rows_cut.h - how the steps of a product of few rows by n rows of weights, each k
 * long, are cut into shares: by the weights' shape and the number of blocks, whatever m
 * is.
 */
#ifndef AISP_FEW_ROWS_CUT_H
#define AISP_FEW_ROWS_CUT_H

#include <aisp/few_rows.h>

#define SHARE_BYTES (MOST_BANDS * BAND * 64 * sizeof(float)) /* of at most 64 rows */

/* A block for each tile of n_bands. */
static struct shares whole_tiles(int64_t n, int64_t k, int n_bands)
{
	int n_tiles = (int)aisp_ceil_div(n, BAND * n_bands);

	return { n_bands, (int)aisp_ceil_div(k, STEP * BOX), n_tiles, n_tiles };
}

/*
 * If there are more bands than blocks, a tile has two, which share A.  If nearly all
 * blocks get work even when each share stays within one tile, it does so: then sums are
 * added up less often.
 */
static __attribute__((unused)) struct shares equal_shares(int64_t n, int64_t k,
							  int n_blocks)
{
	struct shares q =
		whole_tiles(n, k, n > (int64_t)BAND * n_blocks ? MOST_BANDS : 1);
	int whole = n_blocks / q.n_tiles * q.n_tiles;

	q.n_shares = whole * 16 >= n_blocks * 15 ? whole : n_blocks;
	if ((int64_t)q.n_steps * q.n_tiles < q.n_shares)
		q.n_shares = q.n_steps * q.n_tiles;
	return q;
}

#endif
