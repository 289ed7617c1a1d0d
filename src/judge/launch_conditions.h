/* SPDX-License-Identifier: MIT
 *
 * launch_conditions.h - what a launch happened in: who else had its CPU, at which
 * clock, under which limits.
 */
#ifndef AISP_LAUNCH_CONDITIONS_H
#define AISP_LAUNCH_CONDITIONS_H

#include <aisp/check.h>

#include "launch.h"
#include "machine/surroundings.h"
#include "probes/process.h"

#define AISP_N_DELAYS 64

struct aisp_conditions {
	struct aisp_surroundings before; /* the samples */
	int cpu;                         /* the worker's, then */
	int64_t since_ns;
	int n_samples;                     /* so far */
	double delay_share[AISP_N_DELAYS]; /* of the latest of them */
};

struct aisp_session;
struct aisp_launch;
struct aisp_measured;

/*
 * How many ns of the judge's clock pass in one tick of the CPU's counter, by a
 * millisecond of both; NaN without such a counter.
 */
double aisp_clock_ns_per_tick(void);

/* Of a timed sample, delay_ns passed while the worker had no CPU. */
void aisp_conditions_sample(struct aisp_conditions *a, double delay_ns,
			    double sample_ns);

/* Before the timed samples. */
void aisp_conditions_begin(struct aisp_conditions *a, pid_t pid,
			   const struct aisp_process *before);

/*
 * After them: fill m's evidence.  0; 1 if the launch has ended meanwhile, by the
 * variant's doing.
 */
int aisp_conditions_end(struct aisp_session *s, struct aisp_measured *m,
			const struct aisp_process *before,
			const struct aisp_process *after);

/* The same of rank l alone: where it ran, and what it was before and after. */
void aisp_conditions_of(const struct aisp_session *s, const struct aisp_launch *l,
			const struct aisp_process *after, struct aisp_evidence *e);

#endif
