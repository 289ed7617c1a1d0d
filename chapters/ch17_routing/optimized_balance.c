/* SPDX-License-Identifier: MIT
 *
 * A machine changes from answers to prompts when prompts wait and answers do not, and
 * back likewise.  It does not change again before some more requests have come, nor
 * while both wait.
 */
#include "workload_balance.h"

#include "cluster_view.h"

enum { N_FILL, MOVED }; /* of own[]: machines for prompts; when that changed */

#define HOLD 8    /* requests from one move to the next, at least */
#define LONG 0.25 /* a queue of prompts, of the time to the first token */
#define FULL 0.8  /* a step of answers, of the time for a token */

/* Time that prompts wait on the first n machines, of what is allowed. */
static double fill_share(const struct view *v, int64_t n)
{
	double us = 0;

	for (int64_t m = 0; m < n; m++)
		us += fill_us(v, m);
	return us / (double)n / (1e3 * (double)v->param[FIRST_MS]);
}

/* Time of a step on the other machines, of what is allowed for a token. */
static double make_share(const struct view *v, int64_t n)
{
	double us = 0;

	for (int64_t m = n; m < v->c.n_machines; m++)
		us += make_us(v, m);
	return us / (double)(v->c.n_machines - n) / (1e3 * (double)v->param[TOKEN_MS]);
}

static struct answer decide(const struct view *v)
{
	int64_t n_machines = v->c.n_machines, *n_fill = &v->own[N_FILL];
	double fill, make;

	if (!*n_fill)
		*n_fill = n_machines / 2;
	fill = fill_share(v, *n_fill);
	make = make_share(v, *n_fill);
	if (v->now - v->own[MOVED] >= HOLD) {
		int64_t step =
			(fill > LONG && make < FULL && *n_fill < n_machines - 1) -
			(make > FULL && LONG > fill && *n_fill > 1);

		*n_fill += step;
		v->own[MOVED] = step ? v->now : v->own[MOVED];
	}
	return split_at(v, *n_fill);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "machines change between prompts and answers by their queues",
	.run = run,
};
