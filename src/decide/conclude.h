/* SPDX-License-Identifier: MIT
 *
 * conclude.h - derive verdicts from a group's launches.
 */
#ifndef AISP_CONCLUDE_H
#define AISP_CONCLUDE_H

#include "group.h"

/* Compares arm i with arm `other`, in the blocks where both have a good launch. */
void aisp_group_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_match *match);

/*
 * Makes all comparisons with the baseline and, if there is one, the library.  A failed
 * check of either arm makes a comparison INVALID.
 */
void aisp_group_conclude(struct aisp_group *g);

#endif
