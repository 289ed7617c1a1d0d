/* SPDX-License-Identifier: MIT
 *
 * in_time.h - the verdict on the times of two arms' launches; of scores: score.h.
 */
#ifndef AISP_IN_TIME_H
#define AISP_IN_TIME_H

#include "group.h"

/*
 * Arm i against arm `other`, in pairs of launches of one block.  The margin is the
 * group's, or more: what the error bound lets be left out, and what the faster arm
 * could do before its bell.  Fills *result.
 */
void aisp_time_decide(const struct aisp_group *g, int other, int i,
		      struct aisp_comparison *result);

#endif
