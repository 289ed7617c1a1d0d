/* SPDX-License-Identifier: MIT
 *
 * score.h - the verdict if a workload is judged by a score instead of time.
 *
 * The rule is that of aisp_decide(), on scores of launches with the same inputs.  Noise
 * of the machine does not change scores, so the margin is the least one.
 */
#ifndef AISP_DECIDE_SCORE_H
#define AISP_DECIDE_SCORE_H

#include "group.h"

/*
 * Compare the scores of arm i with those of arm `other`: `speedup` of the result is how
 * many times better i is.  BETTER, WORSE, SAME or INCONCLUSIVE.
 */
void aisp_score_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_comparison *result);

/*
 * If memory is judged: the memory that launch m holds beyond the baseline's first
 * launch, which precedes all others, counts as if the variant had asked for it.
 */
void aisp_score_charge(const struct aisp_group *g, struct aisp_measured *m);

#endif
