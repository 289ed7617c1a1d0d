/* SPDX-License-Identifier: MIT
 *
 * Least recently used: what nobody asked for longest leaves.
 */
#include "workload_evict.h"

#include "cache.h"

static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	(void)page;
	c->mark[slot] = step;
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	(void)page;
	(void)step;
	return least_mark(c);
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "least recently used",
	.run = run,
};
