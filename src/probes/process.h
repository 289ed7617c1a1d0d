/* SPDX-License-Identifier: MIT
 *
 * process.h - what the kernel counts for another process.
 */
#ifndef AISP_PROCESS_H
#define AISP_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* NaN where this system does not tell. */
struct aisp_process {
	double n_threads;
	double n_minor_faults, n_major_faults;
	double heap_bytes;    /* of private data that it has mapped */
	double n_preempted;   /* involuntary context switches of its first thread */
	double priority;      /* 20 + nice, below 0 where it is real-time */
	double address_bytes; /* of its address space, in use */
	double cpu;           /* where its first thread ran last */
	double is_traced;     /* another process traces it */
};

void aisp_process_read(struct aisp_process *p, pid_t pid);

/*
 * How long its first thread was on a CPU, and ready for one without it, in ns; also of
 * one that has ended and is not waited for yet.  0, or -1 with both NaN.
 */
int aisp_process_sched(pid_t pid, double *ran_ns, double *waited_ns);

/* Has its first thread a CPU, or waits for one?  Else it sleeps, or is stopped. */
bool aisp_process_is_ready(pid_t pid);

/* How long its first thread was ready to run and did not, in ns. */
double aisp_process_delay_ns(pid_t pid);

/*
 * Bytes that the process and its kernel threads have had read from storage, past the
 * page cache too, but for what its own major faults may have brought in.  NaN: unknown.
 */
double aisp_process_read_bytes(pid_t pid);

#endif
