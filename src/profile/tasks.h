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
	double count[AISP_N_SOFTWARE]; /* NaN if this system does not report it */
};

void aisp_tasks_read(struct aisp_tasks *t, pid_t pid);

/* sum += to - from */
void aisp_tasks_add(struct aisp_tasks *sum, const struct aisp_tasks *from,
		    const struct aisp_tasks *to);

/*
 * The wall time of calls that took calls_ns by the judge's clock, with n_threads
 * threads: without the judge's waits for a CPU, but at least the time that these
 * threads needed, since the judge often waits for their CPUs.
 */
double aisp_tasks_wall_ns(const struct aisp_tasks *worker,
			  const struct aisp_tasks *judge, double calls_ns,
			  int n_threads);

#endif
