/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/rng.h"
#include "decide/plan.h"
#include "rival.h"
#include "rival_group.h"

#define N_BLOCKS 3 /* every comparison has as many */

/* Draws number `what` of a block. */
static int draw(const struct aisp_harness *harness, int block, uint64_t what, int n)
{
	uint64_t key = aisp_seed_key(&harness->seed, UINT64_MAX, UINT64_MAX - 1,
				     (uint64_t)block + 1);

	return (int)aisp_random_below(key, what, (uint64_t)n);
}

int aisp_rival_begin(struct aisp_group *g, const struct aisp_harness *harness,
		     struct aisp_err *err)
{
	if (!aisp_device_kind(g->device)->is_host ||
	    !aisp_rival_is_possible(g->contract))
		return 0;
	g->rival = calloc(1, sizeof(*g->rival));
	if (!g->rival)
		return aisp_err_errno(err, "a record of outputs");
	g->rival->block = draw(harness, -1, 2, N_BLOCKS);
	return 0;
}

void aisp_rival_end(struct aisp_group *g)
{
	if (g->rival)
		aisp_rival_release(g->rival);
	free(g->rival);
	g->rival = NULL;
}

void aisp_rival_order(const struct aisp_group *g, const struct aisp_seed *seed, int n,
		      int *order)
{
	int at = 0;

	aisp_plan_order(seed, g->n_blocks, n, order);
	if (!g->rival || g->n_blocks != g->rival->block)
		return;
	while (order[at])
		at++;
	order[at] = order[0];
	order[0] = 0;
}

struct aisp_sampling aisp_rival_sampling(struct aisp_group *g,
					 const struct aisp_harness *harness, int i,
					 int block)
{
	struct aisp_sampling s = g->sampling;

	if (!g->rival || (block >= 0 && block != g->rival->block))
		return s;
	if (i == 0) {
		aisp_rival_release(g->rival);
		g->rival->sample = draw(harness, block, 0, s.n_samples);
		g->rival->slot = draw(harness, block, 1, s.calls_per_sample);
	}
	s.pair = block + 2; /* the pilot's is -1 */
	s.rival = g->rival;
	s.is_rival = i == 0;
	return s;
}
