/* SPDX-License-Identifier: MIT
 *
 * conclude.h - from a group's launches to its verdicts.
 */
#ifndef AISP_CONCLUDE_H
#define AISP_CONCLUDE_H

#include "group.h"

/* Arm i against arm `other`, in the blocks where both have a good launch. */
void aisp_group_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_match *match);

/*
 * All comparisons with the baseline and, where there is one, the library.  A
 * failed check of either arm makes a comparison INVALID.
 */
void aisp_group_conclude(struct aisp_group *g);

#endif
