/* SPDX-License-Identifier: MIT
 *
 * summary.h - what stands below the rows, in words.
 */
#ifndef AISP_SUMMARY_H
#define AISP_SUMMARY_H

#include <stdbool.h>

#include "run/model.h"

/*
 * Lines, each ending in '\n', without control characters: counts of verdicts,
 * the geometric mean, what is not fine and why, the ledger, the grade, where it
 * was measured, the run folder.  has_reasons: the rows say already why a result is
 * INVALID or failed.  The caller frees it; NULL without memory.
 */
char *aisp_summary_text(const struct aisp_run *run, bool has_reasons);

/*
 * Of the comparisons that were decided; n is 0 and the rest NaN if there are none.
 * What is INCONCLUSIVE is no figure to multiply: it is counted apart.  So is what was
 * decided of a variant that declines other sizes: it counts at its own alone.
 */
struct aisp_overall {
	int n;
	int n_open;  /* INCONCLUSIVE, with an interval or without: not in the mean */
	int n_only;  /* at their sizes alone: not in it either */
	int n_naive; /* of those, over a naive baseline */
	double speedup;
	/*
	 * The geometric means of the intervals' ends.  Comparisons may share a
	 * baseline's launches, so their errors may all point one way; this interval
	 * holds even then.
	 */
	double ci_low, ci_high;
};

void aisp_overall_compute(struct aisp_overall *o, const struct aisp_run *run);

#endif
