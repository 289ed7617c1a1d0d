/* SPDX-License-Identifier: MIT
 *
 * outside.h - what a variant may have done where no clock ran: before the bell, behind
 * its answer, or while it came awake.
 */
#ifndef AISP_OUTSIDE_H
#define AISP_OUTSIDE_H

#include "group.h"

/* Of a call's time: for so long its inputs lay there before the bell.  In the margin.
 */
double aisp_share_before_bell(const struct aisp_arm *a);

/*
 * A win that opt's time behind its answers could explain says so.  One that it could
 * owe to the time for which it was busy between samples, beyond the other arm, is none:
 * an honest worker does nothing then but to come awake.  Nor is one that it could owe
 * to which of its samples were taken again.
 */
void aisp_doubt_work_outside(const struct aisp_arm *other, const struct aisp_arm *opt,
			     struct aisp_comparison *c);

#endif
