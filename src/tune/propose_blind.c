/* SPDX-License-Identifier: MIT
 *
 * propose_blind.c - the two strategies that do not look at results.
 */
#include "base/rng.h"
#include "propose.h"

static bool is_open(const struct aisp_tune_history *h, int point)
{
	return h->space->is_feasible[point] && !aisp_tune_find_point(h, point);
}

/* The walk visits each point once, so that no draw is thrown away for long. */
int aisp_propose_unseen(const struct aisp_tune_history *h, uint64_t seed, int *points,
			int n)
{
	struct aisp_walk w =
		aisp_walk_new(aisp_random_at(seed, 0), (uint64_t)h->space->n_points);
	int found = 0;

	for (int i = 0; i < h->space->n_points && found < n; i++) {
		int point = (int)aisp_walk_next(&w);

		if (is_open(h, point))
			points[found++] = point;
	}
	return found;
}

static int at_most(int n)
{
	return n < AISP_TUNE_BATCH ? n : AISP_TUNE_BATCH;
}

static int next_exhaustive(const struct aisp_tune_history *h,
			   const struct aisp_tune_plan *p,
			   struct aisp_tune_proposal *out)
{
	int most = at_most(p->budget - h->n_candidates), n = 0;

	for (int point = 0; point < h->space->n_points && n < most; point++)
		if (is_open(h, point))
			out[n++] = (struct aisp_tune_proposal){ point, p->pairs, "" };
	return n;
}

static int next_random(const struct aisp_tune_history *h,
		       const struct aisp_tune_plan *p, struct aisp_tune_proposal *out)
{
	int points[AISP_TUNE_BATCH];
	int n = aisp_propose_unseen(h, p->seed, points,
				    at_most(p->budget - h->n_candidates));

	for (int i = 0; i < n; i++)
		out[i] = (struct aisp_tune_proposal){ points[i], p->pairs, "" };
	return n;
}

const struct aisp_proposer aisp_propose_exhaustive = {
	.name = "exhaustive",
	.summary = "every point, in the order of the space",
	.next = next_exhaustive,
};

const struct aisp_proposer aisp_propose_random = {
	.name = "random",
	.summary = "points that the seed draws, none twice",
	.next = next_random,
};
