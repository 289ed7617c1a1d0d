/* SPDX-License-Identifier: MIT
 *
 * walls_parts.h - what the files walls*.c tell each other.
 */
#ifndef AISP_WALLS_PARTS_H
#define AISP_WALLS_PARTS_H

#include <linux/filter.h>

#include "walls.h"

#define AISP_WALL_CODE       256
#define AISP_WALL_FILE_BYTES ((int64_t)2 << 30) /* the largest file within */

/* What the child needs, ready before the fork. */
struct aisp_wall_plan {
	int ruleset; /* -1: no Landlock here */
	struct sock_filter code[AISP_WALL_CODE];
	struct sock_fprog filter; /* len 0: no seccomp here */
	const struct aisp_within *within;
	char *const *argv;
	char *env[8];
	const char *cwd;
	int log_fd, report_fd;
	pid_t parent;
};

/* A Landlock ruleset, to be closed; -1 if this kernel has none. */
int aisp_walls_ruleset(const struct aisp_within *w);

/* Fill plan->filter with a seccomp program, as far as this kernel has it. */
void aisp_walls_filter(struct aisp_wall_plan *plan);

/* In the child: put up the walls.  Bits of enum aisp_wall that the kernel granted. */
uint32_t aisp_walls_enter(const struct aisp_wall_plan *plan);

#endif
