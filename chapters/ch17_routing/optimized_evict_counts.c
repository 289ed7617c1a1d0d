/* SPDX-License-Identifier: MIT
 *
 * A page is kept only if it was asked for at least as often as the least recently used
 * page, which would leave for it (G. Einziger, R. Friedman, B. Manes, TinyLFU, ACM
 * Transactions on Storage 13, 2017; counts here are exact).  Counts are halved from
 * time to time, because what was popular yesterday may not be today.
 */
#include "workload_evict.h"

#include "cache.h"

#define LIFE 8 /* requests between two halvings, times the capacity */

static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	if (slot >= 0)
		c->mark[slot] = step;
	c->count[page]++;
	if (step % (LIFE * c->param[CAPACITY]))
		return;
	for (int64_t i = 0; i < n_ids(c->param); i++)
		c->count[i] /= 2;
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	int32_t slot = least_mark(c);

	(void)step;
	return c->count[page] + 1 >= c->count[c->page[slot]] ? slot : NOBODY;
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a page enters only if requested as often as its victim",
	.run = run,
};
