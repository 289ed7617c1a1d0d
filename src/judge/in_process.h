/* SPDX-License-Identifier: MIT
 *
 * in_process.h - variants in this process, without protection: for debuggers,
 * sanitizers and profilers, which must share a process with what they examine.
 */
#ifndef AISP_IN_PROCESS_H
#define AISP_IN_PROCESS_H

#include "suite.h"

/* The result of one variant. */
struct aisp_in_process_row {
	const char *target; /* or the baseline's file */
	bool is_right, is_skipped;
	bool has_crashed; /* the process ends after this row */
	const char *why;  /* "" if right */
	/* If timed: the median call, and the whole life from filling the inputs on. */
	double call_ns, life_ns;
};

struct aisp_in_process {
	int n_calls;
	bool with_baselines;
	bool is_timed; /* inputs are made once, outputs are not compared */
	void (*row)(void *arg, const struct aisp_in_process_row *row);
	void *arg;
};

/*
 * Run every selected target until one crashes: then the process ends with status 3.
 * Returns 0, or -1 with *err filled if the harness failed.
 */
int aisp_in_process_run(const struct aisp_suite *s, const struct aisp_in_process *bare,
			struct aisp_err *err);

#endif
