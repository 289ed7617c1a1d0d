/* SPDX-License-Identifier: MIT
 *
 * arms.h - what becomes of an arm by what its launches showed.
 */
#ifndef AISP_ARMS_H
#define AISP_ARMS_H

#include "group.h"

/*
 * Take over what the variant says of itself in m, a launch of a.  One that cannot be
 * trusted ends the arm; what it showed stays recorded.
 */
void aisp_arm_settle(const struct aisp_limits *limits, struct aisp_arm *a,
		     const struct aisp_measured *m);

/* No check, be it left out or not, has anything against the launch. */
bool aisp_is_clean(const struct aisp_measured *m);

/* g->library becomes the first active variant that calls itself one. */
void aisp_group_find_library(struct aisp_group *g);

/* Without a baseline there is nothing to compare with: its fate is the others'. */
void aisp_group_blame_baseline(struct aisp_group *g);

/* Without its device nothing of the group can run, nor was it compiled: each says why.
 */
void aisp_group_skip(struct aisp_group *g, const char *why);

#endif
