/* SPDX-License-Identifier: MIT
 *
 * arms.h - update the state of an arm from what its launches showed.
 */
#ifndef AISP_ARMS_H
#define AISP_ARMS_H

#include "group.h"

/*
 * Takes over what the variant says about itself in m, a launch of a.  A launch that
 * cannot be trusted ends the arm; its findings stay recorded.
 */
void aisp_arm_settle(const struct aisp_limits *limits, struct aisp_arm *a,
		     const struct aisp_measured *m);

/* The launch ended well and passes all checks, even those that the user left out. */
bool aisp_is_clean(const struct aisp_measured *m);

/* Others disturbed all launches at unannounced sizes, so that their time is unknown. */
bool aisp_arm_is_untold(const struct aisp_arm *a);

/* g->library becomes the first active variant that calls itself one. */
void aisp_group_find_library(struct aisp_group *g);

/* Without a baseline there is nothing to compare with: all arms get its status. */
void aisp_group_blame_baseline(struct aisp_group *g);

/* Skips all arms that did not fail, e.g. without the group's device; each gets why. */
void aisp_group_skip(struct aisp_group *g, const char *why);

/* Fails all arms: their workload is broken, so that none can be judged. */
void aisp_group_fail(struct aisp_group *g, const char *why);

#endif
