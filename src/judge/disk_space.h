/* SPDX-License-Identifier: MIT
 *
 * disk_space.h - is there room on the disk for what a run will write?
 */
#ifndef AISP_DISK_SPACE_H
#define AISP_DISK_SPACE_H

#include "decide/group.h"

/* About the size of results.json and companions, with the fewest launches. */
int64_t aisp_disk_space_needed(int n_results, int n_groups,
			       const struct aisp_limits *limits);

/* Returns 0, or -1 with *err filled if that directory's disk has less space. */
int aisp_disk_space_check(int dir_fd, const char *artifacts, int64_t needed_bytes,
			  struct aisp_err *err);

#endif
