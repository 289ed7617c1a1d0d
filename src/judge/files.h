/* SPDX-License-Identifier: MIT
 *
 * files.h - facts about a group's arms from their files.
 */
#ifndef AISP_FILES_H
#define AISP_FILES_H

#include "base/paths.h"
#include "decide/group.h"

/* The number of files that an arm depends on that changed since its first launch. */
int aisp_group_changed(const struct aisp_group *g, struct aisp_arm *a,
		       const struct aisp_paths *paths);

/* Compare the flags of every arm with the baseline's. */
void aisp_group_compare_flags(struct aisp_group *g);

#endif
