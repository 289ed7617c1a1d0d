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
	double heap_bytes;  /* of private data that it has mapped */
	double n_preempted; /* involuntary context switches of its first thread */
};

void aisp_process_read(struct aisp_process *p, pid_t pid);

#endif
