/* SPDX-License-Identifier: MIT
 *
 * score_time.h - the time that a better score may take: max_times (aisp/score.h).
 */
#ifndef AISP_DECIDE_SCORE_TIME_H
#define AISP_DECIDE_SCORE_TIME_H

#include "group.h"

/*
 * The time that arm i is allowed over its own, as *c: above 1 it keeps the limit.  If
 * others disturbed too many launches for a look, disturbed ones count, too.  Returns
 * the number of pairs that nobody disturbed.
 */
int aisp_score_time(const struct aisp_group *g, int other, int i,
		    struct aisp_comparison *c);

/*
 * A variant above the limit is WORSE, whatever its score.  If that is open, a win is
 * INCONCLUSIVE, and all other results say so.  A win is INCONCLUSIVE, too, if the
 * variant could work for longer than the limit leaves while no clock ran.
 */
void aisp_score_limit_time(const struct aisp_group *g, int other, int i,
			   struct aisp_comparison *result);

#endif
