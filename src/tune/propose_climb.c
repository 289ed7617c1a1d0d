/* SPDX-License-Identifier: MIT
 *
 * propose_climb.c - hill climbing by steepest ascent: tries all neighbours of the best
 * point, which differ by one place in one parameter, until none is better; then starts
 * from another point.  No point is screened twice, whichever climb needed it.
 */
#include <string.h>

#include "propose.h"

static const char start[] = "start";

/* A point that died, or could not be measured, is below all others. */
static double height(const struct aisp_tune_candidate *c)
{
	return c->fate == AISP_TUNE_ALIVE && c->ratio > 0 ? c->ratio : 0;
}

/* Its best neighbour among those proposed; NULL: none is higher. */
static const struct aisp_tune_candidate *
higher_neighbour(const struct aisp_tune_history *h,
		 const struct aisp_tune_candidate *from)
{
	const struct aisp_tune_candidate *best = NULL;

	for (int i = 0; i < 2 * h->space->n_params; i++) {
		const struct aisp_tune_candidate *c =
			aisp_tune_find_point(h, aisp_space_step(h->space, from->point,
								i / 2, i % 2 ? -1 : 1));

		if (c && height(c) > height(best ? best : from))
			best = c;
	}
	return best;
}

/* The best point of the latest climb; NULL: there was none. */
static const struct aisp_tune_candidate *summit(const struct aisp_tune_history *h)
{
	const struct aisp_tune_candidate *at = NULL, *next;

	for (int i = 0; i < h->n_candidates; i++)
		if (h->candidates[i].point >= 0 &&
		    !strcmp(h->candidates[i].note, start))
			at = &h->candidates[i];
	while (at && (next = higher_neighbour(h, at)))
		at = next;
	return at;
}

static int neighbours(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		      int point, struct aisp_tune_proposal *out, int most)
{
	int n = 0;

	for (int i = 0; i < 2 * h->space->n_params && n < most; i++) {
		int to = aisp_space_step(h->space, point, i / 2, i % 2 ? -1 : 1);

		if (to >= 0 && h->space->is_feasible[to] &&
		    !aisp_tune_find_point(h, to))
			out[n++] = (struct aisp_tune_proposal){ to, p->pairs, "" };
	}
	return n;
}

static int next_climb(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		      struct aisp_tune_proposal *out)
{
	int most = p->budget - h->n_candidates, n = 0, point;
	const struct aisp_tune_candidate *at = summit(h);

	if (most > AISP_TUNE_BATCH)
		most = AISP_TUNE_BATCH;
	if (at)
		n = neighbours(h, p, at->point, out, most);
	if (n || most <= 0 || !aisp_propose_unseen(h, p->seed, &point, 1))
		return n;
	out[0] = (struct aisp_tune_proposal){ point, p->pairs, start };
	return 1;
}

const struct aisp_proposer aisp_propose_climb = {
	.name = "climb",
	.summary = "the neighbours of the best, then from another start",
	.next = next_climb,
};
