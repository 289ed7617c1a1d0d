/* SPDX-License-Identifier: MIT
 *
 * decide_pairs.h - the judge's rule on pairs of whole runs.
 */
#ifndef AISP_DECIDE_PAIRS_H
#define AISP_DECIDE_PAIRS_H

#include <jansson.h>

#include "base/err.h"

/*
 * Decide a row of aisp_compare_pairs() by the times in its "pairs_ns", of which the
 * user asked for n_asked, and set its "verdict", "ratio" and what goes with them.  A
 * row without pairs stays as it is.  0, or -1 with *err filled.
 */
int aisp_decide_pairs(json_t *row, int n_asked, struct aisp_err *err);

#endif
