/* SPDX-License-Identifier: MIT
 *
 * decode_lanes.h - scores of 16 keys side by side: keys are turned when they are
 * widened, so that a number of a query meets 16 of them, and nothing is added up across
 * a vector.  Worth it where many queries meet the same keys.
 */
#ifndef DECODE_LANES_H
#define DECODE_LANES_H

#include "decode_online.h"

#define TILE 4 /* queries that meet a vector of keys while it is in a register */

/* Keys j to j + n, column by column; their values. */
INLINE void turn_step(const struct decode *d, int64_t j, int64_t n, float *restrict k,
		      float *restrict v)
{
	float row[STEP * HEAD_DIM];

	widen_step(d, j, n, row, v);
	for (int c = 0; c < HEAD_DIM; c++)
		for (int64_t i = 0; i < n; i++)
			k[c * STEP + i] = row[i * HEAD_DIM + c];
}

/* Like begin(); a partial tile is filled with queries of zeros. */
INLINE void begin_lanes(struct online *x, const struct decode *d)
{
	begin(x, d);
	for (int64_t g = d->p[GROUP]; g % TILE; g++)
		for (int c = 0; c < HEAD_DIM; c++)
			x->q[g][c] = 0;
}

/* With lanes or without; the caller says which, at compile time. */
INLINE void load_step(const struct decode *d, int64_t j, int64_t n, float *k, float *v,
		      int is_lanes)
{
	if (is_lanes)
		turn_step(d, j, n, k, v);
	else
		widen_step(d, j, n, k, v);
}

#endif
