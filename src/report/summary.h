/* SPDX-License-Identifier: MIT
 *
 * summary.h - the text below the rows.
 */
#ifndef AISP_SUMMARY_H
#define AISP_SUMMARY_H

#include <stdbool.h>

#include "run/model.h"

/*
 * Lines that end in '\n', without control characters: counts of verdicts, geometric
 * mean, what is not fine and why, ledger, grade, machine, run folder. has_reasons: the
 * rows already say why results are INVALID or failed. The caller frees it; NULL without
 * memory.
 */
char *aisp_summary_text(const struct aisp_run *run, bool has_reasons);

/*
 * Covers decided comparisons; if there are none, n is 0 and the rest NaN.  INCONCLUSIVE
 * comparisons are counted apart, since they have no figure.  So are those of variants
 * that decline other sizes: they count only at their own.  A run that left a check out
 * has no mean.
 */
struct aisp_overall {
	int n;
	int n_open;  /* INCONCLUSIVE, with an interval or without: not in the mean */
	int n_only;  /* at their own sizes only: not in the mean either */
	int n_naive; /* those with a naive baseline */
	double speedup;
	/*
	 * The geometric means of the intervals' ends.  Comparisons may share a
	 * baseline's launches, so that their errors may have one direction; this
	 * interval holds even then.
	 */
	double ci_low, ci_high;
};

void aisp_overall_compute(struct aisp_overall *o, const struct aisp_run *run);

#endif
