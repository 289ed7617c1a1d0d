/* SPDX-License-Identifier: MIT
 *
 * room.h - is there room on the disk for what a run will write?
 */
#ifndef AISP_ROOM_H
#define AISP_ROOM_H

#include "group.h"

/* About what results.json and its companions take, with the fewest launches planned. */
int64_t aisp_room_needed(int n_results, int n_groups, const struct aisp_limits *limits);

/* 0, or -1 with *err filled if the disk of that directory has less. */
int aisp_room_check(int dir_fd, const char *artifacts, int64_t needed_bytes,
		    struct aisp_err *err);

#endif
