/* SPDX-License-Identifier: MIT
 *
 * process.h - what the kernel counts for another process.
 */
#ifndef AISP_PROCESS_H
#define AISP_PROCESS_H

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

/* How long its first thread was ready to run and did not, in ns. */
double aisp_process_delay_ns(pid_t pid);

#endif
