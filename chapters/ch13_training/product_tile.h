/* SPDX-License-Identifier: MIT
 *
 * product_tile.h - C = or += A B from tiles of sums that stay in registers for DEPTH
 * terms: 8 x 48 of AVX-512, which is three registers side by side, 6 x 16 of AVX2.
 * Columns of B are copied first to the order in which tiles read them, at most DEPTH
 * rows at a time, so that they stay in the first-level cache.  A is read where it lies,
 * along any stride, so that the transpose is no pass of its own.
 */
#ifndef PRODUCT_TILE_H
#define PRODUCT_TILE_H

#include <aisp/clones.h>
#include <stdint.h>
#include <string.h>

#include "product_room.h"

#define DEPTH     128 /* terms of sums */
#define MOST_COLS 48  /* of a tile */

_Static_assert(DEPTH *MOST_COLS == ROOM_ELEMS, "the scratch of a product");

/* c[i][j] of n columns; a[i][p] is a[i row + p depth]; b[p][j] of n columns. */
struct product {
	float *c;
	const float *a, *b;
	int64_t m, n, k, row, depth;
	int is_added;
	int is_lower;  /* of symmetric C, tiles above the diagonal are left out */
	int64_t first; /* the row of symmetric C that c is */
	float *room;   /* ROOM_ELEMS, 64-byte aligned: a copy of columns of B */
};

/* What a tile takes: c has n columns; rows of b are `step` registers apart. */
struct tile {
	float *c;
	const float *a, *b;
	int64_t n, row, depth, k;
	int step, is_added;
};

#define AISP_KERNEL "product_kernel.h"
#include <aisp/each_level.h>

static inline void multiply(const struct product *x)
{
	AISP_BEST(multiply)(x);
}

#endif
