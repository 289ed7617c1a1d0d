/* SPDX-License-Identifier: MIT
 *
 * ran.h - how long a process's threads were ready to run and did not, cheap enough to
 * be read around each sample.  (Their CPU time is not: while a thread runs, Linux
 * brings it up to date at ticks of some ms only.)
 */
#ifndef AISP_RAN_H
#define AISP_RAN_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

#define AISP_MAX_THREADS 64 /* more are counted and not watched */

/* The threads that a process had when this was opened. */
struct aisp_threads {
	int n; /* 0: unknown */
	int n_watched;
	int fd[AISP_MAX_THREADS]; /* of their schedstat files */
};

/* Of that process, or of the calling thread alone.  Always close. */
void aisp_threads_open(struct aisp_threads *t, pid_t pid);
void aisp_threads_open_self(struct aisp_threads *t);
void aisp_threads_close(struct aisp_threads *t);

/*
 * How long they waited for a CPU so far, all together, in ns: each wait counts when it
 * ends.  NaN where the kernel does not tell.
 */
double aisp_threads_waited_ns(const struct aisp_threads *t);

/* The CPUs on which the threads that process pid has now ran last. */
void aisp_threads_where(pid_t pid, cpu_set_t *cpus);

/* The CPUs on which any of them may run. */
void aisp_threads_may_run(pid_t pid, cpu_set_t *cpus);

/*
 * Has it put more of its threads on some CPUs than there are of these?  Then they wait
 * for each other, whoever else is there.
 */
bool aisp_threads_crowd(pid_t pid);

#endif
