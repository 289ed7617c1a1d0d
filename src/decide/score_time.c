/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "outside.h"
#include "pair_arms.h"
#include "score_time.h"

/* Others change a launch's time, not its score. */
static bool is_timed(const struct aisp_measured *m)
{
	return aisp_measured_has_score(m) && aisp_measured_counts(m);
}

int aisp_score_time(const struct aisp_group *g, int other, int i,
		    struct aisp_comparison *c)
{
	const struct aisp_arm *a = &g->arms[other], *b = &g->arms[i];
	double allowed_ns[AISP_MAX_LAUNCHES], own_ns[AISP_MAX_LAUNCHES];
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];
	int n_timed = aisp_pair_arms(a, b, is_timed, pairs), n = n_timed;

	if (n_timed < AISP_FIRST_LOOK)
		n = aisp_pair_arms(a, b, aisp_measured_has_score, pairs);
	for (int k = 0; k < n; k++) {
		allowed_ns[k] = g->merit.max_times * a->launches[pairs[k].a].median_ns;
		own_ns[k] = b->launches[pairs[k].b].median_ns;
	}
	aisp_decide(allowed_ns, own_ns, n, 0, c);
	return n_timed;
}

/* "in 1.05 [0.4, 2.8] times the time of the baseline" */
static void write_times(double max_times, const struct aisp_comparison *time, char *buf,
			size_t size)
{
	snprintf(buf, size, "in %.3g [%.3g, %.3g] times the time of the baseline",
		 max_times / time->speedup, max_times / time->speedup_hi,
		 max_times / time->speedup_lo);
}

/* The time before the bell and between steps, which no clock measures: it can be the
 * variant's, whatever the interval. */
static void leave_hidden(double max_times, const struct aisp_comparison *time,
			 double share, struct aisp_comparison *result)
{
	char times[128], words[384];

	write_times(max_times, time, times, sizeof(times));
	snprintf(words, sizeof(words),
		 "%.4gx of the score, %s, and %.3g %% of that could be worked while no "
		 "clock ran, before a bell or between steps: %.3g are allowed",
		 result->speedup, times, 100 * share, max_times);
	result->why[0] = '\0';
	aisp_comparison_add_why(result, words);
	result->outcome = AISP_OUTCOME_INCONCLUSIVE;
	result->is_decided_early = false;
}

static void leave_open(double max_times, const struct aisp_comparison *time,
		       struct aisp_comparison *result)
{
	bool was_win = aisp_outcome_is_win(result->outcome);
	char times[128], words[256];

	write_times(max_times, time, times, sizeof(times));
	snprintf(words, sizeof(words),
		 "%.4gx of the score, %s: the interval crosses the limit of %.3g%s",
		 result->speedup, times, max_times,
		 result->outcome == AISP_OUTCOME_SAME ? "; SAME is the score alone"
						      : "");
	if (was_win)
		result->why[0] = '\0';
	aisp_comparison_add_why(result, words);
	if (!was_win)
		return;
	result->outcome = AISP_OUTCOME_INCONCLUSIVE;
	result->is_time_open = result->wants_pairs = true;
	result->is_decided_early = false;
}

void aisp_score_limit_time(const struct aisp_group *g, int other, int i,
			   struct aisp_comparison *result)
{
	double max_times = g->merit.max_times;
	struct aisp_comparison time;
	char times[128];

	if (!(max_times > 0) || result->outcome == AISP_OUTCOME_WORSE)
		return;
	aisp_score_time(g, other, i, &time);
	if (time.speedup_lo >= 1) {
		double share = aisp_share_before_bell(&g->arms[i]);

		if (time.speedup_lo < 1 + share && aisp_outcome_is_win(result->outcome))
			leave_hidden(max_times, &time, share, result);
		return;
	}
	/* NaN, too: no interval.  The baseline's time may be too short likewise. */
	if (!(time.speedup_hi * (1 + aisp_share_before_bell(&g->arms[other])) < 1)) {
		leave_open(max_times, &time, result);
		return;
	}
	result->outcome = AISP_OUTCOME_WORSE;
	write_times(max_times, &time, times, sizeof(times));
	snprintf(result->why, sizeof(result->why),
		 "%.4gx of the score, %s; %.3g are allowed", result->speedup, times,
		 max_times);
}
