/* SPDX-License-Identifier: MIT
 *
 * verdict.h - name what holds a variant back, from counters and times.
 */
#ifndef AISP_VERDICT_H
#define AISP_VERDICT_H

#include <stdbool.h>

enum aisp_bound {
	AISP_BOUND_UNKNOWN,
	AISP_BOUND_MEMORY,  /* near the bandwidth of some level */
	AISP_BOUND_COMPUTE, /* near the arithmetic units' rate */
	AISP_BOUND_ISSUE,   /* near a GPU's rate of starting instructions, most of which
			       are not the work itself */
	AISP_BOUND_LATENCY, /* near no limit: instructions wait for earlier results */
	AISP_BOUND_LAUNCH,  /* starting work takes longer than the work */
	AISP_BOUND_WAITING, /* threads sleep, fault or wait for the system */
	AISP_N_BOUNDS
};

const char *aisp_bound_name(enum aisp_bound b); /* "memory" */

/* What runs, which decides what can hold it back. */
enum aisp_runs {
	AISP_RUNS_THREADS, /* of a processor */
	AISP_RUNS_KERNELS, /* that a host launches */
	AISP_N_RUNS
};

/* Per call unless stated otherwise; NaN if unknown. */
struct aisp_clues {
	enum aisp_runs runs;
	double call_ns;
	double roof_ns;        /* the least that the peaks allow */
	const char *roof_name; /* what binds: "DRAM, 1 thread"; may be NULL */
	bool is_roof_compute;
	double cpu_share;    /* CPU time over wall time and threads */
	double cpu_ns;       /* CPU time of each thread */
	double queued_share; /* time for which they were ready while others ran */
	double sleeps, faults;
	double ipc;
	double branch_miss_share; /* of branches */
	double cache_miss_share;  /* of the references to the last level */
	/* A GPU's: */
	double compute_share, memory_share; /* of the units' peak, by ncu */
	double occupancy;                   /* warps resident, of those possible */
	double busy_share;           /* time with a kernel running, of the span */
	double n_kernels, kernel_ns; /* launches; mean time of one */
	double launch_ns;            /* the least cost of a launch */
};

void aisp_clues_init(struct aisp_clues *c); /* nothing known */

#define AISP_MAX_ADVICE 4

struct aisp_advice {
	const char *what, *chapter; /* "ch07": where it is taught */
};

struct aisp_bottleneck {
	enum aisp_bound bound;
	char why[600];
	int n;
	struct aisp_advice advice[AISP_MAX_ADVICE];
};

/* Depends only on the clues. */
void aisp_verdict(const struct aisp_clues *c, struct aisp_bottleneck *b);

#endif
