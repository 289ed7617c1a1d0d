/* SPDX-License-Identifier: MIT
 *
 * gap.h - how much of its advantage an arm loses at sizes that were not announced.
 */
#ifndef AISP_GAP_H
#define AISP_GAP_H

#include "group.h"

/*
 * The arm's speedup over the baseline at the public sizes, divided by its speedup at
 * the other sizes; or its own slowdown at these, if that is less.  If others had the
 * CPUs, a lower bound. NaN: a time is unknown, or a score is judged. Its public time is
 * the one below which so many launches lie that chance does not explain it.
 */
double aisp_gap(const struct aisp_group *g, const struct aisp_arm *a);

/* The probability of these launches if their time does not depend on their size. */
double aisp_gap_chance(const struct aisp_arm *a);

/* The gap by the arm's fastest launch at the public sizes, which may be chance. */
double aisp_gap_suspected(const struct aisp_group *g, const struct aisp_arm *a);

/*
 * The gap without the time for which threads were ready and had no CPU at the other
 * sizes: threads that wait for each other lose a time slice if one has to queue.  A
 * lower bound of the arm's own part.
 */
double aisp_gap_running(const struct aisp_group *g, const struct aisp_arm *a);

#endif
