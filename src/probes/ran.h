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

#define AISP_MAX_THREADS 64 /* further ones are counted but not watched */

/* The threads that a process had when this was opened. */
struct aisp_threads {
	int n; /* 0: unknown */
	int n_watched;
	int fd[AISP_MAX_THREADS]; /* of their schedstat files */
};

/* Opens those of that process, or of the calling thread only.  Always close. */
void aisp_threads_open(struct aisp_threads *t, pid_t pid);
void aisp_threads_open_self(struct aisp_threads *t);
void aisp_threads_close(struct aisp_threads *t);

/*
 * How long they have waited for a CPU, in total, in ns: a wait counts when it ends. NaN
 * if the kernel does not report it.
 */
double aisp_threads_waited_ns(const struct aisp_threads *t);

/* The CPUs on which the present threads of process pid ran last. */
void aisp_threads_where(pid_t pid, cpu_set_t *cpus);

/* The CPUs on which any of them may run. */
void aisp_threads_may_run(pid_t pid, cpu_set_t *cpus);

/*
 * Has the process bound more threads to some CPUs than there are of these? Then they
 * wait for each other, even without other load.
 */
bool aisp_threads_crowd(pid_t pid);

#endif
