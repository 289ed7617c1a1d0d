/* SPDX-License-Identifier: MIT
 *
 * spawn.h - start a worker with nothing but its memory files.
 */
#ifndef AISP_SPAWN_H
#define AISP_SPAWN_H

#include "launch.h"

/*
 * Start the worker of l. It inherits the worker's CPUs, which this thread takes for a
 * moment.  Returns 0 with l->pid set, or -1 with *err filled.
 */
int aisp_launch_spawn(struct aisp_launch *l, const struct aisp_placement *where,
		      const char *lib, struct aisp_err *err);

#endif
