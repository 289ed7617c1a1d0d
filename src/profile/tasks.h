/* SPDX-License-Identifier: MIT
 *
 * tasks.h - what the kernel counts for all threads of another process, without
 * privilege and without counters of the processor.
 */
#ifndef AISP_TASKS_H
#define AISP_TASKS_H

#include <sys/types.h>

enum aisp_software {
	AISP_SW_TASK_CLOCK_NS, /* CPU time of all threads */
	AISP_SW_QUEUED_NS,     /* time they wanted to run while others did */
	AISP_SW_SLEEPS,        /* voluntary context switches */
	AISP_SW_PREEMPTIONS,   /* involuntary ones */
	AISP_SW_MIGRATIONS,    /* from one CPU to another */
	AISP_SW_MINOR_FAULTS,
	AISP_SW_MAJOR_FAULTS,
	AISP_N_SOFTWARE
};

const char *aisp_software_name(enum aisp_software s); /* "task_clock_ns" */

struct aisp_tasks {
	double count[AISP_N_SOFTWARE]; /* NaN where this system does not tell */
};

void aisp_tasks_read(struct aisp_tasks *t, pid_t pid);

/* sum += to - from */
void aisp_tasks_add(struct aisp_tasks *sum, const struct aisp_tasks *from,
		    const struct aisp_tasks *to);

/*
 * The wall time of calls that took calls_ns by the judge's clock, of n_threads threads:
 * without what the judge waited for a CPU, but not less than those threads had to do
 * meanwhile, since it often waits for theirs.
 */
double aisp_tasks_wall_ns(const struct aisp_tasks *worker,
			  const struct aisp_tasks *judge, double calls_ns,
			  int n_threads);

#endif
