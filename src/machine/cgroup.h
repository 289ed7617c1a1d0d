/* SPDX-License-Identifier: MIT
 *
 * cgroup.h - limits that the control groups of a process, of version 1 or 2 or both,
 * set: a limit holds if any group on the way to the root sets it.
 */
#ifndef AISP_CGROUP_H
#define AISP_CGROUP_H

#include <stdint.h>
#include <sys/types.h>

struct aisp_cgroup {
	int version;          /* of the group that controls the CPU; 0: none found */
	double quota_cpus;    /* CPU time per wall time; 0: unlimited */
	int64_t n_throttled;  /* periods cut short since the group exists; -1 unknown */
	int64_t throttled_ns; /* -1 unknown */
	int64_t memory_bytes; /* limit; 0: unlimited */
	char cpuset[256];     /* "0-3,8", or "" */
};

/* Reads the limits of this process; unreadable ones stay unlimited or unknown. */
void aisp_cgroup_read(struct aisp_cgroup *cg);

/* Reads only the limits on CPU time, of process pid; 0: this process. */
void aisp_cgroup_read_of(struct aisp_cgroup *cg, pid_t pid);

/*
 * Bytes that this process may still get: what the limits of its groups leave, with the
 * cached files that the kernel drops first.  0: no limit, or none that can be read.
 */
double aisp_cgroup_memory_room(void);

#endif
