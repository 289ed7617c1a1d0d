/* SPDX-License-Identifier: MIT
 *
 * disk_space.h - is there room on the disk for what a run will write?
 */
#ifndef AISP_DISK_SPACE_H
#define AISP_DISK_SPACE_H

#include "decide/group.h"

/* About what results.json and its companions take, with the fewest launches planned. */
int64_t aisp_disk_space_needed(int n_results, int n_groups,
			       const struct aisp_limits *limits);

/* 0, or -1 with *err filled if the disk of that directory has less. */
int aisp_disk_space_check(int dir_fd, const char *artifacts, int64_t needed_bytes,
			  struct aisp_err *err);

#endif
