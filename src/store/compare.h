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

#include <jansson.h>

#include "base/err.h"

/* With so many runs on both sides a run is the unit, and not a launch. */
#define AISP_COMPARE_RUNS 3

struct aisp_compare_rule {
	const char *metric; /* "speedup", "time"; NULL: as above */
	double alpha;       /* two-sided; the confidence is 1 - alpha */
};

/*
 * Rows of a history (history.h) with launches, against others: a list in the order
 * of `a` with "target", "params", "distribution", "verdict" (of b: FASTER, SLOWER,
 * SAME, INCONCLUSIVE, INVALID), "why", "metric", "unit" ("run" or "launch"),
 * "ratio" (above 1: b is better), "ratio_ci", "confidence", "margin", "n" [a, b],
 * "runs" [a, b], "speedup" [a, b], "time_ns" [a, b], "baseline_ns" [a, b],
 * "is_same_object", "is_same_machine".  Experiments that only one side has are
 * left out.  NULL without memory.
 */
json_t *aisp_compare_rows(const json_t *a, const json_t *b,
			  const struct aisp_compare_rule *rule);

/*
 * The same where rows of one "run" number were measured beside each other.  The
 * caller decides from "pairs_ns", [[a], [b]], the times of such pairs of runs;
 * verdict, ratio and what belongs to them are not set, but for INVALID where there is
 * no whole pair.  "n_left_out" pairs have a side without figures, the last because
 * of "left_out_why".
 */
json_t *aisp_compare_pairs(const json_t *a, const json_t *b);

/*
 * What differs between two manifests, without times, commands and peaks: a list of
 * { "what": "hardware.cpu_model", "a", "b" }, null where one lacks it.
 */
json_t *aisp_manifest_diff(const json_t *a, const json_t *b);

#endif
