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

/* As begin(); a tile that is not full has queries of zeros. */
INLINE void begin_lanes(struct online *x, const struct decode *d)
{
	begin(x, d);
	for (int64_t g = d->p[GROUP]; g % TILE; g++)
		for (int c = 0; c < HEAD_DIM; c++)
			x->q[g][c] = 0;
}

typedef float vec __attribute__((vector_size(4 * STEP)));
/* The same in memory, aligned to a float only. */
typedef float vec_loose __attribute__((vector_size(4 * STEP), aligned(4), may_alias));

/* TILE queries and 16 keys, whose scores stay in registers. */
INLINE void find_tile(float (*restrict s)[STEP], const float (*restrict q)[HEAD_DIM],
		      const float *restrict k)
{
	vec own[TILE] = { { 0 } };

	for (int c = 0; c < HEAD_DIM; c++) {
		vec keys = *(const vec_loose *)(k + c * STEP);

#pragma GCC unroll 4
		for (int g = 0; g < TILE; g++)
			own[g] += q[g][c] * keys;
	}
	for (int g = 0; g < TILE; g++)
		*(vec_loose *)s[g] = own[g];
}

/* All queries of a group meet n keys, which are turned, and values. */
INLINE void meet_lanes(struct online *x, int64_t group, const float *k, const float *v,
		       int64_t n)
{
	for (int64_t g = 0; g < group; g += TILE) {
		float s[TILE][STEP];

		find_tile(s, x->q + g, k);
		for (int64_t i = g; i < group && i < g + TILE; i++)
			take(x, i, s[i - g], v, n);
	}
}

/* With lanes or without; who calls these says which, at compile time. */
INLINE void load_step(const struct decode *d, int64_t j, int64_t n, float *k, float *v,
		      int is_lanes)
{
	if (is_lanes)
		turn_step(d, j, n, k, v);
	else
		widen_step(d, j, n, k, v);
}

INLINE void meet_step(struct online *x, int64_t group, const float *k, const float *v,
		      int64_t n, int is_lanes)
{
	if (is_lanes)
		meet_lanes(x, group, k, v, n);
	else
		meet(x, group, k, v, n);
}

#endif
