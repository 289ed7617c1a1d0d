/* SPDX-License-Identifier: MIT
 *
 * Equal memory for each model: the least recently used page leaves, of the model with
 * most pages if the one that asks has less than its part, else of its own.
 */
#include "workload_pool.h"

#include "cache.h"
#include "touched.h"

/* The model whose page leaves for one of `asked`. */
static int32_t giver(const struct cache *c, int32_t asked)
{
	int64_t n[N_MODELS] = { 0 };
	int32_t most = 0;

	for (int32_t s = 0; s < c->own[0]; s++)
		n[model_of(c->page[s])]++;
	for (int32_t m = 1; m < N_MODELS; m++)
		most = n[m] > n[most] ? m : most;
	return n[asked] < c->param[CAPACITY] / N_MODELS ? most : asked;
}

static int32_t choose(struct cache *c, int32_t page, int32_t step)
{
	int32_t from = giver(c, model_of(page)), best = NOBODY;

	(void)step;
	for (int32_t s = 0; s < c->own[0]; s++)
		if (model_of(c->page[s]) == from &&
		    (best < 0 || c->mark[s] < c->mark[best]))
			best = s;
	return best;
}

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "equal memory for each model, least recently used",
	.run = run,
};
