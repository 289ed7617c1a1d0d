/* SPDX-License-Identifier: MIT
 *
 * launch_options.h - who starts the processes of a run: --launch-via and what belongs
 * to it; an argp child.
 */
#ifndef AISP_LAUNCH_OPTIONS_H
#define AISP_LAUNCH_OPTIONS_H

#include <argp.h>

#include "suite_options.h"

enum launch_via {
	LAUNCH_PLAIN, /* not asked for */
	LAUNCH_LOCAL,
	LAUNCH_TORCHRUN,
	LAUNCH_MPIRUN,
	LAUNCH_SRUN,
};

struct launch_options {
	enum launch_via via;
	int n_procs; /* ranks of a node; 0: as the workload has them */
	int n_nodes; /* 0: one */
	bool has_rendezvous;
};

/* Its input is a struct launch_options, zeroed. */
extern const struct argp launch_options_argp;

const char *launch_via_name(enum launch_via via);

/* Does a launcher start an aisp on each node? */
bool launch_is_remote(const struct launch_options *o);

/*
 * Set the ranks of the workloads, and say on stderr what has no meaning here.  0, or -1
 * with *err filled, a usage error.
 */
int launch_options_apply(const struct launch_options *o, struct suite_options *suite,
			 struct aisp_err *err);

#endif
