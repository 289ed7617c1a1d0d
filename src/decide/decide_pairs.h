/* SPDX-License-Identifier: MIT
 *
 * decide_pairs.h - the judge's rule on pairs of whole runs.
 */
#ifndef AISP_DECIDE_PAIRS_H
#define AISP_DECIDE_PAIRS_H

#include "run/compare_model.h"

/*
 * Decide a row of aisp_compare_pairs() by its pairs_ns, of which the user asked for
 * n_asked, and set its verdict, ratio and what goes with them.  A row without pairs
 * stays as it is.
 */
void aisp_decide_pairs(struct aisp_compared_row *row, int n_asked);

#endif
