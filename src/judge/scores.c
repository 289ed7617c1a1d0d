/* SPDX-License-Identifier: MIT
 *
 * scores.c - the scores of a launch's calls, added up as means.
 */
#include <math.h>

#include "contract_score.h"
#include "session.h"

/* The mean of n values and x, from the mean of the n. */
static double mean_with(double mean, int n, double x)
{
	return mean + (x - mean) / (n + 1);
}

static void add(struct aisp_scores *to, const struct aisp_scored *s, double delayed)
{
	to->value = mean_with(to->value, to->n, s->value);
	to->bound = mean_with(to->bound, to->n, s->bound);
	to->delayed = mean_with(to->delayed, to->n, delayed);
	for (int k = 0; k < to->n_figures; k++)
		to->figures[k] = mean_with(to->figures[k], to->n, s->figures[k]);
	to->each[to->n++] = s->value;
}

/* A variant takes a page at least, even if it asks for less. */
static double memory_of(const struct aisp_session *s)
{
	return fmax(AISP_PAGE, (double)s->contract->problem.workspace_bytes);
}

void aisp_session_score(struct aisp_session *s, int index)
{
	struct aisp_scored scored;
	double delayed = NAN;

	if (!s->scores || index < 0 || s->is_hostile ||
	    s->scores->n == s->sampling->n_samples || s->n_invariant ||
	    !aisp_tally_passes(&s->tally))
		return;
	if (s->has_answers)
		aisp_contract_score(s->contract, &s->answers.io, &scored);
	else
		scored = (struct aisp_scored){ .value = memory_of(s), .bound = NAN };
	if (s->answers.stood_ns && !isnan(scored.value))
		delayed = aisp_contract_score_delayed(s->contract, &s->answers.io,
						      s->answers.stood_ns);
	if (!isnan(scored.value))
		add(s->scores, &scored, delayed);
}
