/* SPDX-License-Identifier: MIT
 *
 * hostload.h - load by others between two moments: the hypervisor, a quota, other
 * processes.  A run takes a mark before and after.
 */
#ifndef AISP_HOSTLOAD_H
#define AISP_HOSTLOAD_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

#define AISP_BUSIEST_SIZE 48

struct aisp_host_process {
	pid_t pid;
	uint64_t ticks; /* CPU time used so far */
	char name[32];
};

/* The counters at one moment. */
struct aisp_host_mark {
	int64_t at_ns;
	double steal, busy, total; /* ticks of all CPUs together */
	double ours; /* CPU time of this process and its reaped children */
	double n_interrupts;
	int64_t n_throttled; /* -1 unknown */
	int n_processes;
	struct aisp_host_process *processes; /* not ours, by pid; may be NULL */
};

/* Fractions of the time of all CPUs; NaN if the kernel does not report it. */
struct aisp_host_load {
	double steal;  /* taken by the hypervisor */
	double others; /* used by processes other than this one and its children */
	double interrupts_per_s;
	int64_t n_throttled; /* periods that a CPU quota cut short; -1 unknown */
	char busiest[AISP_BUSIEST_SIZE]; /* who used most of that (busiest.h), or "" */
	double busiest_cpus;             /* how many CPUs it used */
};

/* 0, or -1 with *err filled if /proc/stat cannot be read; release in either case. */
int aisp_host_mark_init(struct aisp_host_mark *m, struct aisp_err *err);
void aisp_host_mark_release(struct aisp_host_mark *m);

/* The load between one mark and a later one. */
void aisp_host_load_between(const struct aisp_host_mark *from,
			    const struct aisp_host_mark *to,
			    struct aisp_host_load *load);

/* "machine busy: others used 1.3 of 2 CPUs, most of it cc1"; "" if hardly anyone. */
void aisp_host_load_text(const struct aisp_host_load *load, char *buf, size_t size);

/* Likewise since a mark; buf stays unchanged if /proc/stat cannot be read. */
void aisp_host_load_since(const struct aisp_host_mark *from, char *buf, size_t size);

/* The load during window_ms from now.  Returns 0, or -1 with *err filled. */
int aisp_host_load_sample(struct aisp_host_load *load, int window_ms,
			  struct aisp_err *err);

#endif
