/* SPDX-License-Identifier: MIT
 *
 * All tenants share all memory, by the worth of a page: a page's mark is the cost of
 * computing it again, plus the mark of the page that left last, and the page with the
 * lowest mark leaves (N. Young, The k-server dual and loose competitiveness for paging,
 * Algorithmica 11, 1994).
 */
#include "workload_pool.h"

#include "cache.h"

enum { IN_USE, LEFT_LAST }; /* of own[] */

static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	(void)step;
	c->mark[slot] = c->own[LEFT_LAST] + cost_of[model_of(page)];
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	int32_t slot = least_mark(c);

	(void)page;
	(void)step;
	c->own[LEFT_LAST] = c->mark[slot];
	return slot;
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pool, evicts by the cost to compute a page again",
	.run = run,
};
