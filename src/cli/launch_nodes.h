/* SPDX-License-Identifier: MIT
 *
 * launch_nodes.h - the same run on several nodes, each measured by an aisp of its own.
 */
#ifndef AISP_LAUNCH_NODES_H
#define AISP_LAUNCH_NODES_H

#include "launch_options.h"

/*
 * Start `aisp bench run` with these words on each node, by srun or mpirun, wait, and
 * print a line for each node: what it found, and whether it is dead, wrong or slow. The
 * runs lie in one folder below `artifacts`, which all nodes must see.  An exit status.
 */
int launch_nodes(const struct launch_options *o, const char *artifacts, int argc,
		 char *const *argv);

#endif
