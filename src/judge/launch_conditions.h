/* SPDX-License-Identifier: MIT
 *
 * launch_conditions.h - the conditions of a launch: other users of its CPU, clock
 * rates, limits.
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
	int cpu;                         /* the worker's CPU before the samples */
	int64_t since_ns;
	int n_samples;                     /* so far */
	double delay_share[AISP_N_DELAYS]; /* of the latest of them */
};

struct aisp_session;
struct aisp_launch;
struct aisp_measured;

/*
 * The ns of the judge's clock per tick of the CPU's counter, measured over a
 * millisecond; NaN without such a counter.
 */
double aisp_clock_ns_per_tick(void);

/* In a timed sample the worker had no CPU for delay_ns. */
void aisp_conditions_sample(struct aisp_conditions *a, double delay_ns,
			    double sample_ns);

/* Call it before the timed samples. */
void aisp_conditions_begin(struct aisp_conditions *a, pid_t pid,
			   const struct aisp_process *before);

/*
 * Call it after the timed samples: fills m's evidence.  Returns 0; 1 if the variant has
 * ended the launch meanwhile.
 */
int aisp_conditions_end(struct aisp_session *s, struct aisp_measured *m,
			const struct aisp_process *before,
			const struct aisp_process *after);

/* The same facts for rank l alone, from l->before and *after. */
void aisp_conditions_of(const struct aisp_session *s, const struct aisp_launch *l,
			const struct aisp_process *after, struct aisp_evidence *e);

#endif
