/* SPDX-License-Identifier: MIT
 *
 * compare.h - compare two sets of results that were not measured together.
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

/* If both sides have this many runs, a run is the unit instead of a launch. */
#define AISP_COMPARE_RUNS 3

struct aisp_compare_rule {
	enum aisp_history_metric metric; /* AISP_N_HISTORY_METRICS: as above */
	double alpha;                    /* two-sided; the confidence is 1 - alpha */
};

/*
 * Compares rows with launches of two sides, into an empty comparison: in the order of
 * `a`, plus the targets of one side only.  The sides must outlive it, and the caller
 * releases it in any case.  Returns 0, or -1 without memory.
 */
int aisp_compare_rows(struct aisp_compared *c, const struct aisp_history_rows *a,
		      const struct aisp_history_rows *b,
		      const struct aisp_compare_rule *rule);

/*
 * Likewise if rows with the same run number were measured as pairs.  The caller decides
 * from pairs_ns, the times of such pairs of runs; verdict, ratio and related fields are
 * not set, except INVALID if there is no complete pair.
 */
int aisp_compare_pairs(struct aisp_compared *c, const struct aisp_history_rows *a,
		       const struct aisp_history_rows *b);

#endif
