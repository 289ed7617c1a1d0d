/* SPDX-License-Identifier: MIT
 *
 * moment.h - clocks from which follows what others took of a span of time: the judge's
 * own, the CPU time of its thread, and how long the kernel kept it and the worker's
 * threads waiting for a CPU.
 */
#ifndef AISP_MOMENT_H
#define AISP_MOMENT_H

#include "decide/interference.h"
#include "launch.h"

/* A point in time: the judge's clock, and what judge and worker had lost until then. */
struct aisp_moment {
	int64_t wall_ns;
	double judge_cpu_ns;     /* of the judge's thread */
	double judge_waited_ns;  /* the time that it waited for a CPU */
	double worker_waited_ns; /* by all threads of all ranks; NaN unknown */
	double worker_cpu_ns;    /* that they ran; NaN unknown */
	double awake_cpu_ns;     /* likewise, of the threads that keep CPUs awake */
};

/* The time that all threads of all ranks waited for a CPU so far; NaN unknown. */
double aisp_workers_waited_ns(const struct aisp_launch *l);

void aisp_moment_now(struct aisp_moment *m, const struct aisp_launch *l);

/* Fills all of *lost but others_cpu_ns, which becomes NaN. */
void aisp_interference_between(const struct aisp_moment *from,
			       const struct aisp_moment *to,
			       const struct aisp_launch *l,
			       struct aisp_interference *lost);

/* The CPU time of others on the judge's and worker's CPUs; NaN if no threads keep these
 * awake. */
double aisp_others_cpu_ns(const struct aisp_moment *from, const struct aisp_moment *to,
			  const struct aisp_launch *l);

#endif
