/* SPDX-License-Identifier: MIT
 *
 * gap.h - how much of its advantage an arm loses at sizes that nobody announced.
 */
#ifndef AISP_GAP_H
#define AISP_GAP_H

#include "group.h"

/*
 * Its speedup over the baseline at the public sizes, divided by that at the others, or
 * its own loss of time there, whichever is less; at least, where others had the CPUs.
 * NaN: a time is not known, or a score is judged.  Its time at the public sizes is that
 * within which so many of its launches stay that chance does not explain it.
 */
double aisp_gap(const struct aisp_group *g, const struct aisp_arm *a);

/* How probable these launches are if their time has nothing to do with their size. */
double aisp_gap_chance(const struct aisp_arm *a);

/* The gap of its fastest launch at the public sizes, which may be chance. */
double aisp_gap_suspected(const struct aisp_group *g, const struct aisp_arm *a);

/*
 * The same without the time for which its threads were ready at those sizes and had no
 * CPU: threads that wait for each other take a time slice where one has to queue.  At
 * least so much is its own.
 */
double aisp_gap_running(const struct aisp_group *g, const struct aisp_arm *a);

#endif
