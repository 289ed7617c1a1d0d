/* SPDX-License-Identifier: MIT
 *
 * compare.h - two sets of results that were not measured together.
 *
 * Launches of different runs are not paired, so the judge's paired t interval
 * becomes Welch's, and its signed-rank test the rank-sum test; margin, confidence
 * and the rule that both must agree stay.  What is compared is the logarithm of
 * the speedup over the own baseline where both sides are the same machine: a
 * change between the sessions (clock, neighbours) moves a baseline and its variant
 * alike, and cancels.  Between machines it is that of the time.
 */
#ifndef AISP_COMPARE_H
#define AISP_COMPARE_H

#include "base/err.h"
#include "run/compare_model.h"

/* With so many runs on both sides a run is the unit, and not a launch. */
#define AISP_COMPARE_RUNS 3

struct aisp_compare_rule {
	enum aisp_history_metric metric; /* AISP_N_HISTORY_METRICS: as above */
	double alpha;                    /* two-sided; the confidence is 1 - alpha */
};

/*
 * Rows with launches against others, into a comparison that holds nothing: rows in the
 * order of `a`, and the targets that one side alone has.  The sides must outlive it,
 * and the caller releases it in any case.  0, or -1 without memory.
 */
int aisp_compare_rows(struct aisp_compared *c, const struct aisp_history_rows *a,
		      const struct aisp_history_rows *b,
		      const struct aisp_compare_rule *rule);

/*
 * The same where rows of one run number were measured beside each other.  The caller
 * decides from pairs_ns, the times of such pairs of runs; verdict, ratio and what
 * belongs to them are not set, but for INVALID where there is no whole pair.
 */
int aisp_compare_pairs(struct aisp_compared *c, const struct aisp_history_rows *a,
		       const struct aisp_history_rows *b);

#endif
