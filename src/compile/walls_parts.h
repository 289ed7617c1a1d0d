/* SPDX-License-Identifier: MIT
 *
 * walls_parts.h - what the files walls*.c share.
 */
#ifndef AISP_WALLS_PARTS_H
#define AISP_WALLS_PARTS_H

#include <linux/filter.h>

#include "walls.h"

#define AISP_WALL_CODE       256
#define AISP_WALL_FILE_BYTES ((int64_t)2 << 30) /* of the largest file */

/* What the child needs, made before the fork. */
struct aisp_wall_plan {
	int ruleset; /* -1: this kernel has no Landlock */
	struct sock_filter code[AISP_WALL_CODE];
	struct sock_fprog filter; /* len 0: this kernel has no seccomp */
	const struct aisp_within *within;
	char *const *argv;
	char *env[8];
	const char *cwd;
	int log_fd, report_fd;
	pid_t parent;
};

/* A Landlock ruleset, which the caller closes; -1 if this kernel has none. */
int aisp_walls_ruleset(const struct aisp_within *w);

/* Fill plan->filter with a seccomp program, if this kernel has seccomp. */
void aisp_walls_filter(struct aisp_wall_plan *plan);

/* The child puts up the walls.  Returns the bits of enum aisp_wall that the kernel
 * granted. */
uint32_t aisp_walls_enter(const struct aisp_wall_plan *plan);

#endif
