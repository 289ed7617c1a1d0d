/* SPDX-License-Identifier: MIT
 *
 * sharded_step.h - sums over the ranks' windows, and the step on a range of elements in
 * one pass.
 */
#ifndef SHARDED_STEP_H
#define SHARDED_STEP_H

#include <aisp/clones.h>

/* Arrays of a range, from its first element on; m0 may be m. */
struct step {
	const float *p0, *m0, *v0, *g;
	float *p, *m, *v;
	const float *hyper;
};

AISP_CLONES static void step_range(const struct step *s, int64_t n)
{
	const float *h = s->hyper, lr = h[LR], b1 = h[B1], b2 = h[B2], eps = h[EPS];
	const float bias1 = h[BIAS1], bias2 = h[BIAS2], decay = h[DECAY];
	const float share = h[SHARE];
	const float *restrict p0 = s->p0, *restrict g0 = s->g;
	const float *restrict m0 = s->m0, *restrict v0 = s->v0;
	float *restrict p = s->p, *restrict m = s->m, *restrict v = s->v;

	for (int64_t i = 0; i < n; i++) {
		float g = share * g0[i];

		m[i] = b1 * m0[i] + (1 - b1) * g;
		v[i] = b2 * v0[i] + (1 - b2) * g * g;
		p[i] = p0[i] - lr * (m[i] / bias1 / (sqrtf(v[i] / bias2) + eps) +
				     decay * p0[i]);
	}
}

/* Sums elements [first, first + n) of all windows, in the order of ranks. */
AISP_CLONES static void add_windows(const struct aisp_ranks *r, float *restrict sum,
				    int64_t first, int64_t n)
{
	memcpy(sum, (const float *)r->window[0] + first, (size_t)n * sizeof(float));
	for (int k = 1; k < r->n; k++) {
		const float *restrict w = (const float *)r->window[k] + first;

		for (int64_t i = 0; i < n; i++)
			sum[i] += w[i];
	}
}

static inline void copy_elems(float *to, const float *from, int64_t n)
{
	memcpy(to, from, (size_t)n * sizeof(float));
}

#endif
