/* SPDX-License-Identifier: MIT
 *
 * reject_view.h - what policies of rejection share: how late a request would be.
 */
#ifndef REJECT_VIEW_H
#define REJECT_VIEW_H

#include "cluster_view.h"

static inline struct answer rejected(void)
{
	return (struct answer){ NOBODY, NOBODY, SOME };
}

/* Requests of machine m whose prompts are not filled in. */
static inline int64_t filling_at(const struct view *v, int64_t m)
{
	int64_t n = 0;

	for (int64_t i = 0; i < v->now; i++) {
		const int32_t *r = v->c.request[i];

		n += (r[STATE] == WAITS || r[STATE] == SITS) && !r[MADE] &&
		     v->c.place[i][FILLS_AT] == m;
	}
	return n;
}

/* Time of machine m for n more tokens of prompts, in steps of SOME that also make a
 * token for each of its sequences. */
static inline double steps_us(const struct view *v, int64_t m, double n)
{
	const struct costs *c = &v->c.costs[m];
	double making = fmin((double)v->of[m].n_make, SOME / 2);
	double step_us = 1e-6 * ((double)c->token_ps * SOME +
				 (double)c->kv_ps * (double)v->of[m].kv);

	return step_us * n / (SOME - making);
}

/* From now to the first token of the request that comes, if machine m gets it. */
static inline double first_token_us(const struct view *v, int64_t m)
{
	const int32_t *r = v->c.request[v->now];
	double busy_us = 1e-3 * (double)v->c.machine[m][NOW_NS] - r[COME_US];

	return fmax(busy_us, 0) +
	       steps_us(v, m, (double)v->of[m].fill + (double)r[PROMPT]);
}

static inline double limit_us(const struct view *v)
{
	return 1e3 * (double)v->param[FIRST_MS];
}

#endif
