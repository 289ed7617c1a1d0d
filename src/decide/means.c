/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "base/stats.h"
#include "group.h"
#include "means.h"

/* As for a verdict: a few slow samples can happen to any arm. */
#define CONFIDENCE 0.989

static double ratio_of_means(const struct aisp_means *m)
{
	double sum = 0;

	for (int i = 0; i < m->n; i++)
		sum += log(m->a_mean_ns[i] / m->b_mean_ns[i]);
	return exp(sum / m->n);
}

static bool is_less_by_means(const struct aisp_means *m, double margin)
{
	double less[AISP_MAX_LAUNCHES];

	for (int i = 0; i < m->n; i++)
		less[i] = log(m->a_ns[i] / m->b_ns[i]) -
			  log(m->a_mean_ns[i] / m->b_mean_ns[i]);
	return aisp_mean_interval(less, m->n, CONFIDENCE).lo > log1p(margin);
}

static void decide_by_means(const struct aisp_means *m, double margin,
			    struct aisp_comparison *c)
{
	double was = c->speedup;

	aisp_decide(m->a_mean_ns, m->b_mean_ns, m->n, margin, c);
	if (!c->why[0])
		snprintf(c->why, sizeof(c->why),
			 "by the mean of the samples; by their median, which leaves "
			 "the slow ones out, %.4gx",
			 was);
}

void aisp_confirm_by_means(const struct aisp_means *m, double margin,
			   struct aisp_comparison *c)
{
	bool is_same = c->outcome == AISP_OUTCOME_SAME;
	double ratio = ratio_of_means(m);

	if (c->outcome != AISP_OUTCOME_FASTER && c->outcome != AISP_OUTCOME_SLOWER &&
	    !is_same)
		return;
	if (!is_same && log(ratio) / log(c->speedup) < 0.5) {
		snprintf(c->why, sizeof(c->why),
			 "%s by the median of the samples, %.4gx by their mean",
			 aisp_outcome_name(c->outcome), ratio);
		c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	} else if (c->outcome != AISP_OUTCOME_SLOWER && is_less_by_means(m, margin)) {
		decide_by_means(m, margin, c);
	}
}
