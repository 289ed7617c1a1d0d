/* SPDX-License-Identifier: MIT
 *
 * process.h - the kernel's counts for another process.
 */
#ifndef AISP_PROCESS_H
#define AISP_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* NaN if this system does not report it. */
struct aisp_process {
	double n_threads;
	double n_minor_faults, n_major_faults;
	double heap_bytes;    /* of private data that it has mapped */
	double n_preempted;   /* involuntary context switches of its first thread */
	double priority;      /* 20 + nice, below 0 if it is real-time */
	double address_bytes; /* of its address space, in use, without its stack */
	double cpu;           /* where its first thread ran last */
	double is_traced;     /* another process traces it */
};

void aisp_process_read(struct aisp_process *p, pid_t pid);

/*
 * How long its first thread was on a CPU, and ready without one, in ns; also for an
 * ended process before it is waited for.  Returns 0, or -1 with both NaN.
 */
int aisp_process_sched(pid_t pid, double *ran_ns, double *waited_ns);

/* Is its first thread on a CPU or ready?  Else it sleeps, or is stopped. */
bool aisp_process_is_ready(pid_t pid);

/* How long its first thread was ready without a CPU, in ns. */
double aisp_process_delay_ns(pid_t pid);

/*
 * Bytes that the process and its kernel threads had read from storage, also outside the
 * page cache, without what its own major faults may have read.  NaN: unknown.
 */
double aisp_process_read_bytes(pid_t pid);

#endif
