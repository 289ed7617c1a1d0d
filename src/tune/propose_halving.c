/* SPDX-License-Identifier: MIT
 *
 * propose_halving.c - successive halving: many points measured briefly, the better half
 * of them for twice as long, and so on (K. Jamieson and A. Talwalkar, "Non-stochastic
 * best arm identification and hyperparameter optimization", AISTATS 2016).
 */
#include <stdlib.h>

#include "propose.h"

#define MAX_PAIRS 40 /* more are left to races */

static double ratio_at(const struct aisp_tune_history *h, int candidate, int pairs)
{
	const struct aisp_tune_record *r = aisp_tune_find_screen(h, candidate, pairs);

	return r && r->ratio > 0 ? r->ratio : 0;
}

/* Counts the candidates before this one in its rung. */
static int rank(const struct aisp_tune_history *h, const bool *is_in, int candidate,
		int pairs)
{
	double own = ratio_at(h, candidate, pairs);
	int n = 0;

	for (int i = 0; i < h->n_candidates; i++) {
		double other = ratio_at(h, i, pairs);

		n += is_in[i] && (other > own || (other == own && i < candidate));
	}
	return n;
}

/* Keeps the better half; candidates that died or have no ratio count as worse. */
static int halve(const struct aisp_tune_history *h, bool *is_in, int n, int pairs)
{
	bool *stays = calloc((size_t)h->n_candidates, sizeof(*stays));
	int n_left = 0;

	for (int i = 0; stays && i < h->n_candidates; i++) {
		stays[i] = is_in[i] && h->candidates[i].fate == AISP_TUNE_ALIVE &&
			   ratio_at(h, i, pairs) > 0 &&
			   rank(h, is_in, i, pairs) < (n + 1) / 2;
		n_left += stays[i];
	}
	for (int i = 0; stays && i < h->n_candidates; i++)
		is_in[i] = stays[i];
	free(stays);
	return n_left;
}

/* Asks for those of the rung that were not asked for yet. */
static int ask(const struct aisp_tune_history *h, const bool *is_in, int pairs,
	       struct aisp_tune_proposal *out)
{
	int n = 0;

	for (int i = 0; i < h->n_candidates && n < AISP_TUNE_BATCH; i++)
		if (is_in[i] && !aisp_tune_find_screen(h, i, pairs))
			out[n++] = (struct aisp_tune_proposal){ h->candidates[i].point,
								pairs, "" };
	return n;
}

static int next_rung(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		     bool *is_in, struct aisp_tune_proposal *out)
{
	int n_in = 0, n = 0;

	for (int i = 0; i < h->n_candidates; i++) {
		is_in[i] = h->candidates[i].point >= 0;
		n_in += is_in[i];
	}
	for (int pairs = p->pairs; !n && n_in > 2 && 2 * pairs <= MAX_PAIRS;
	     pairs *= 2) {
		n_in = halve(h, is_in, n_in, pairs);
		n = ask(h, is_in, 2 * pairs, out);
	}
	return n;
}

static int next_halving(const struct aisp_tune_history *h,
			const struct aisp_tune_plan *p, struct aisp_tune_proposal *out)
{
	int n = aisp_propose_random.next(h, p, out);
	bool *is_in;

	if (n)
		return n;
	is_in = calloc((size_t)h->n_candidates + 1, sizeof(*is_in));
	if (is_in)
		n = next_rung(h, p, is_in, out);
	free(is_in);
	return n;
}

const struct aisp_proposer aisp_propose_halving = {
	.name = "halving",
	.summary = "random points, the better half for twice as long",
	.next = next_halving,
};
