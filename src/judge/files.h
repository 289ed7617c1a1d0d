/* SPDX-License-Identifier: MIT
 *
 * files.h - what a group's files say of its arms.
 */
#ifndef AISP_FILES_H
#define AISP_FILES_H

#include "base/paths.h"
#include "decide/group.h"

/* How many of the files that an arm rests on changed since its first launch. */
int aisp_group_changed(const struct aisp_group *g, struct aisp_arm *a,
		       const struct aisp_paths *paths);

/* Compare the flags of every arm with the baseline's. */
void aisp_group_compare_flags(struct aisp_group *g);

#endif
