/* SPDX-License-Identifier: MIT
 *
 * launch_nodes.h - one run on several nodes, each measured by its own aisp.
 */
#ifndef AISP_LAUNCH_NODES_H
#define AISP_LAUNCH_NODES_H

#include "launch_options.h"

/*
 * Starts `aisp bench run` with these words on each node, by srun or mpirun, waits, and
 * prints a line per node: what it found, and whether it is dead, wrong or slow.  Runs
 * lie in a folder below `artifacts`, which all nodes must see.  Returns an exit status.
 */
int launch_nodes(const struct launch_options *o, const char *artifacts, int argc,
		 char *const *argv);

#endif
