/* SPDX-License-Identifier: MIT
 *
 * New pages are on probation, in an eighth of the cache: only a page that is asked for
 * again there, or soon after it left, gets a place in the rest, where the least
 * recently used page leaves (after T. Johnson and D. Shasha, 2Q, VLDB 1994).
 */
#include "workload_evict.h"

#include "cache.h"

#define SHARE 8 /* of the cache is for probation */
#define SOON  1 /* requests, times the capacity */

enum { IN_USE, ON_PROBATION }; /* of own[] */

/* prev[slot]: 1 if it is on probation; count[page]: 1 + the step when it came last. */
static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	bool is_new = c->mark[slot] == NOBODY, was = !is_new && c->prev[slot];
	bool is_known =
		c->count[page] && step - c->count[page] < SOON * c->param[CAPACITY];

	c->prev[slot] = is_new && !is_known;
	c->own[ON_PROBATION] += c->prev[slot] - was;
	c->mark[slot] = step;
	c->count[page] = step + 1;
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	bool from = c->own[ON_PROBATION] > c->own[IN_USE] / SHARE;
	int32_t best = NOBODY;

	(void)page;
	(void)step;
	for (int32_t s = 0; s < c->own[IN_USE]; s++)
		if (c->prev[s] == from && (best < 0 || c->mark[s] < c->mark[best]))
			best = s;
	if (best < 0)
		best = least_mark(c);
	c->own[ON_PROBATION] -= c->prev[best];
	return best;
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "new pages are on probation in an eighth of the cache",
	.run = run,
};
