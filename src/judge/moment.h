/* SPDX-License-Identifier: MIT
 *
 * moment.h - the clocks that say afterwards what others took of a span of time: the
 * judge's own, the CPU time of its thread, and how long the kernel kept it and the
 * worker's threads waiting for a CPU.
 */
#ifndef AISP_MOMENT_H
#define AISP_MOMENT_H

#include "decide/interference.h"
#include "launch.h"

/* A moment, by the judge's clock and by what judge and worker had lost until then. */
struct aisp_moment {
	int64_t wall_ns;
	double judge_cpu_ns;     /* of the judge's thread */
	double judge_waited_ns;  /* for a CPU, by the same */
	double worker_waited_ns; /* of all threads of all ranks; NaN unknown */
	double worker_cpu_ns;    /* that they ran; NaN unknown */
	double awake_cpu_ns;     /* likewise, what keeps the CPUs awake */
};

/* For a CPU, by all threads of all ranks so far; NaN unknown. */
double aisp_workers_waited_ns(const struct aisp_launch *l);

void aisp_moment_now(struct aisp_moment *m, const struct aisp_launch *l);

/* All but what others ran, which is left NaN. */
void aisp_interference_between(const struct aisp_moment *from,
			       const struct aisp_moment *to,
			       const struct aisp_launch *l,
			       struct aisp_interference *lost);

/* What others ran on the judge's and worker's CPUs; NaN where nothing keeps these
 * awake. */
double aisp_others_cpu_ns(const struct aisp_moment *from, const struct aisp_moment *to,
			  const struct aisp_launch *l);

#endif
