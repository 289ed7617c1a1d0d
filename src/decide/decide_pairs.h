/* SPDX-License-Identifier: MIT
 *
 * decide_pairs.h - the judge's decision rule, applied to pairs of whole runs.
 */
#ifndef AISP_DECIDE_PAIRS_H
#define AISP_DECIDE_PAIRS_H

#include "run/compare_model.h"

/*
 * Decides a row of aisp_compare_pairs() by its pairs_ns, and sets its verdict, ratio
 * and related fields. The user asked for n_asked pairs. A row without pairs stays as it
 * is.
 */
void aisp_decide_pairs(struct aisp_compared_row *row, int n_asked);

#endif
