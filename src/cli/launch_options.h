/* SPDX-License-Identifier: MIT
 *
 * launch_options.h - how the processes of a run are started: --launch-via and related
 * options; an argp child.
 */
#ifndef AISP_LAUNCH_OPTIONS_H
#define AISP_LAUNCH_OPTIONS_H

#include <argp.h>

#include "judge/meet.h"
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
	int n_procs; /* ranks per node; 0: as the workload says */
	int n_nodes; /* 0: one */
	bool has_rendezvous;
	const char *endpoint, *token_file; /* where nodes meet, and their secret */
	int node;                          /* 1 + this node's number; 0: none */
	struct aisp_meet meet;             /* once they have met, if n_nodes > 1 */
};

/* The input of this parser is a struct launch_options, zeroed. */
extern const struct argp launch_options_argp;

const char *launch_via_name(enum launch_via via);

/* Does a launcher start an aisp on each node? */
bool launch_is_remote(const struct launch_options *o);

/* Do ranks of several nodes share calls? Then this is one of the nodes, or a launcher
 * starts them. */
bool launch_is_across(const struct launch_options *o);

/*
 * Finds the other nodes, if there are any, and takes node 0's seed.  Returns 0, or -1
 * with *err filled.
 */
int launch_options_meet(struct launch_options *o, struct suite_options *suite, int argc,
			char *const *argv, struct aisp_err *err);

/*
 * Sets the ranks of the workloads, and names on stderr the options that have no effect
 * here.  Returns 0, or -1 with *err filled, a usage error.
 */
int launch_options_apply(const struct launch_options *o, struct suite_options *suite,
			 struct aisp_err *err);

#endif
