/* SPDX-License-Identifier: MIT
 *
 * score.h - the verdict where a workload is judged by a score instead of time.
 *
 * The rule is aisp_decide()'s, on the scores of launches that were given the same
 * inputs; noise of the machine has no part in them, so the margin is the least one.
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
 * Where memory is judged: what launch m holds of its own beyond what the baseline's
 * first launch did counts as if its variant had asked for it.  That one comes before
 * all others.
 */
void aisp_score_charge(const struct aisp_group *g, struct aisp_measured *m);

#endif
