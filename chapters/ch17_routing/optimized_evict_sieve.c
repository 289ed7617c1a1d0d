/* SPDX-License-Identifier: MIT
 *
 * A queue by arrival, and a hand that moves from the oldest page to the youngest: it
 * spares a page once if the page was requested since the hand passed, and evicts the
 * first page that was not (Y. Zhang et al., SIEVE, NSDI 2024).
 */
#include "workload_evict.h"

#include "cache.h"

/* Slots by arrival; prev is the younger, next the older one; each 1 more, 0: none. */
enum { IN_USE, HAND, YOUNGEST, OLDEST };

static void unlink_slot(struct cache *c, int32_t s)
{
	int32_t younger = c->prev[s], older = c->next[s];

	*(younger ? &c->next[younger - 1] : &c->own[YOUNGEST]) = older;
	*(older ? &c->prev[older - 1] : &c->own[OLDEST]) = younger;
}

static void link_youngest(struct cache *c, int32_t s)
{
	int32_t was = c->own[YOUNGEST];

	c->prev[s] = 0;
	c->next[s] = was;
	*(was ? &c->prev[was - 1] : &c->own[OLDEST]) = s + 1;
	c->own[YOUNGEST] = s + 1;
}

/* A new page has mark NOBODY, one that was asked for again 1. */
static void touch(struct cache *c, int32_t page, int32_t slot, int32_t step)
{
	(void)page;
	(void)step;
	if (c->mark[slot] == NOBODY)
		link_youngest(c, slot);
	c->mark[slot] = c->mark[slot] == NOBODY ? 0 : 1;
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	int32_t s = c->own[HAND] ? c->own[HAND] : c->own[OLDEST];

	(void)page;
	(void)step;
	while (c->mark[s - 1]) {
		c->mark[s - 1] = 0;
		s = c->prev[s - 1] ? c->prev[s - 1] : c->own[OLDEST];
	}
	c->own[HAND] = c->prev[s - 1];
	unlink_slot(c, s - 1);
	return s - 1;
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "SIEVE: evicts the first page that was not requested again",
	.run = run,
};
