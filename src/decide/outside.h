/* SPDX-License-Identifier: MIT
 *
 * outside.h - what a variant may have done while no clock ran: before the bell, after
 * its answer, or while it woke up.
 */
#ifndef AISP_OUTSIDE_H
#define AISP_OUTSIDE_H

#include "group.h"

/* The mean share of a call's time for which inputs were readable before the bell. */
double aisp_share_before_bell(const struct aisp_arm *a);

/*
 * If the time after opt's answers could explain its win, c says so.  The win becomes
 * INCONCLUSIVE if it could come from the time for which opt was busy between samples,
 * beyond the other arm (an honest worker only wakes up then), or from which of its
 * samples were taken again.
 */
void aisp_doubt_work_outside(const struct aisp_arm *other, const struct aisp_arm *opt,
			     struct aisp_comparison *c);

#endif
