/* SPDX-License-Identifier: MIT
 *
 * moe_sums.h - the weighted sum of some of the rows of a token's choices.
 */
#ifndef MOE_SUMS_H
#define MOE_SUMS_H

#include "moe_gpu.h"

/* A token's choices: the row of choice k is at place[k], or elsewhere if that is -1. */
struct terms {
	const float *rows, *weight;
	const int32_t *place;
};

static __device__ inline void add_scaled(sums<float> *s, uint4 v, float weight)
{
	s->s[0] += weight * __uint_as_float(v.x);
	s->s[1] += weight * __uint_as_float(v.y);
	s->s[2] += weight * __uint_as_float(v.z);
	s->s[3] += weight * __uint_as_float(v.w);
}

/* s[u] becomes the sum of vectors at + 32 u. */
static __device__ inline void sum_terms(sums<float> s[ROW_UNROLL],
					const struct terms &t, const struct moe &m,
					int64_t at)
{
#pragma unroll
	for (int u = 0; u < ROW_UNROLL; u++)
		s[u].clear();
	for (int k = 0; k < m.chosen; k++) {
		if (t.place[k] < 0)
			continue;
		const vectors<const float> row = row_at(t.rows, m, t.place[k]);

#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < row.count())
				add_scaled(&s[u], row.load(at + 32 * u), t.weight[k]);
	}
}

#endif
