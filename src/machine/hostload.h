/* SPDX-License-Identifier: MIT
 *
 * hostload.h - who else used the CPUs between two moments: the hypervisor, a
 * quota, other processes.  A run brackets itself with a pair of these.
 */
#ifndef AISP_HOSTLOAD_H
#define AISP_HOSTLOAD_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct aisp_host_process {
	pid_t pid;
	uint64_t ticks; /* CPU time used so far */
	char name[32];
};

/* A moment. */
struct aisp_host_mark {
	int64_t at_ns;
	double steal, busy, total; /* ticks of all CPUs together */
	double ours; /* CPU time of this process and its reaped children */
	double n_interrupts;
	int64_t n_throttled; /* -1 unknown */
	int n_processes;
	struct aisp_host_process *processes; /* not ours, by pid; may be NULL */
};

/* Fractions are of the time of all CPUs; NaN where the kernel does not tell. */
struct aisp_host_load {
	double steal;  /* taken by the hypervisor */
	double others; /* used by whatever is not this process or its children */
	double interrupts_per_s;
	int64_t n_throttled; /* periods that a CPU quota cut short; -1 unknown */
	char busiest[32];    /* name of the process, not ours, that used most; or "" */
	double busiest_cpus; /* how many CPUs it used */
};

/* 0, or -1 with *err filled if /proc/stat cannot be read; release in either case. */
int aisp_host_mark_init(struct aisp_host_mark *m, struct aisp_err *err);
void aisp_host_mark_release(struct aisp_host_mark *m);

/* What happened from one mark to a later one. */
void aisp_host_load_between(const struct aisp_host_mark *from,
			    const struct aisp_host_mark *to,
			    struct aisp_host_load *load);

/* "machine busy: others used 1.3 of 2 CPUs, most of it cc1"; "" if hardly anyone. */
void aisp_host_load_text(const struct aisp_host_load *load, char *buf, size_t size);

/* The same of the time since a mark; buf stays where /proc/stat cannot be read. */
void aisp_host_load_since(const struct aisp_host_mark *from, char *buf, size_t size);

/* Both, window_ms apart.  0, or -1 with *err filled. */
int aisp_host_load_sample(struct aisp_host_load *load, int window_ms,
			  struct aisp_err *err);

#endif
