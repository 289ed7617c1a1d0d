/* SPDX-License-Identifier: MIT
 *
 * cluster_view.h - what all policies of a cluster see of it, and the rules that they
 * share.  Each step has one new request.
 */
#ifndef CLUSTER_VIEW_H
#define CLUSTER_VIEW_H

#define SOME 512 /* tokens of a step: larger steps are no cheaper per token */

/* Work left at a machine: of requests that wait, have a seat or are on their way. */
struct backlog {
	int64_t fill; /* tokens of prompts */
	int64_t fill_pairs;
	int64_t n_make, kv; /* sequences that make tokens; what these look back at */
};

struct view {
	struct cluster c; /* without what a policy may not know */
	const int64_t *param;
	int64_t now;  /* number of the request that comes */
	int64_t *own; /* numbers that the policy keeps from step to step, 0 at first */
	struct backlog of[MOST_MACHINES];
};

/* Adds one request to the backlog of the machine where it is, and where it will be. */
static inline void add_request(struct view *v, int64_t i)
{
	const int32_t *r = v->c.request[i], *p = v->c.place[i];
	int64_t n = r[PROMPT] - r[FILLED];

	if (r[STATE] != WAITS && r[STATE] != SITS)
		return;
	v->of[p[MAKES_AT]].n_make++;
	v->of[p[MAKES_AT]].kv += r[PROMPT] + r[MADE];
	v->of[p[FILLS_AT]].fill += n;
	v->of[p[FILLS_AT]].fill_pairs += n * r[FILLED] + n * (n + 1) / 2;
}

static inline struct view view_of(const struct cluster *c, const int64_t *param,
				  int64_t now, int64_t *own)
{
	struct view v = { .c = *c, .param = param, .now = now, .own = own };

	for (int64_t i = 0; i < now; i++)
		add_request(&v, i);
	return v;
}

/* Time that a machine needs for its prompts alone. */
static inline double fill_us(const struct view *v, int64_t m)
{
	return 1e-6 * ((double)v->c.costs[m].token_ps * (double)v->of[m].fill +
		       (double)v->c.costs[m].pair_ps * (double)v->of[m].fill_pairs);
}

/* Time of a step of machine m in which all of its sequences make a token. */
static inline double make_us(const struct view *v, int64_t m)
{
	double ns = 1e-3 * (double)v->c.costs[m].token_ps * (double)v->of[m].n_make;

	return 1e-3 * (fmax(ns, (double)v->c.costs[m].weights_ns) +
		       1e-3 * (double)v->c.costs[m].kv_ps * (double)v->of[m].kv);
}

#define SHARE 0.9 /* of the time for a token; new requests make steps longer */
#define FEW   64  /* tokens of a step, at least */

/* Tokens of a step of machine m that ends in time for all that make tokens. */
static inline int32_t tokens_in_time(const struct view *v, int64_t m)
{
	const struct costs *c = &v->c.costs[m];
	double ns = SHARE * 1e6 * (double)v->param[TOKEN_MS];

	ns -= 1e-3 * (double)c->kv_ps * (double)v->of[m].kv;
	return (int32_t)fmax(1e3 * ns / (double)c->token_ps, FEW);
}

/* The machine of first to last - 1 with the fewest prompt tokens to fill in. */
static inline int32_t least_to_fill(const struct view *v, int64_t first, int64_t last)
{
	int64_t best = first;

	for (int64_t m = first + 1; m < last; m++)
		best = v->of[m].fill < v->of[best].fill ? m : best;
	return (int32_t)best;
}

/* Likewise with the fewest sequences. */
static inline int32_t least_to_make(const struct view *v, int64_t first, int64_t last)
{
	int64_t best = first;

	for (int64_t m = first + 1; m < last; m++)
		best = v->of[m].n_make < v->of[best].n_make ? m : best;
	return (int32_t)best;
}

/* The first machines fill in, the others make tokens. */
static inline struct answer split_at(const struct view *v, int64_t n_fill)
{
	return (struct answer){ least_to_fill(v, 0, n_fill),
				least_to_make(v, n_fill, v->c.n_machines), SOME };
}

/* One machine does both: the one with the fewest requests. */
static inline struct answer together(const struct view *v, int32_t step_tokens)
{
	int32_t m = least_to_make(v, 0, v->c.n_machines);

	return (struct answer){ m, m, step_tokens };
}

#endif
