/* SPDX-License-Identifier: MIT
 *
 * sample.h - one sample of a launch: fresh inputs, the bell, the outputs verified;
 * repeated if others had the CPUs.
 */
#ifndef AISP_SAMPLE_H
#define AISP_SAMPLE_H

#include "decide/interference.h"
#include "session.h"

/* What one sample shows. */
struct aisp_sample {
	enum aisp_sample_state state;
	double ring_ns;   /* of all calls, by the clock */
	bool is_crowded;  /* others took the judge's CPU meanwhile */
	double ns;        /* of a call, without the doorbell's cost and others' time */
	double others_ns; /* that others took of all calls, subtracted */
	double waited_ns; /* in which the worker was ready without a CPU */
	double wake_ns;   /* in which it ran between its wake-up and the bell */
	double free_ns;   /* from when a call's inputs can be seen to its bell */
	double after_ns;  /* after a call, until the next bell or its stop */
	double cpu_ns;    /* that each thread ran for a call, at least */
	double least_ns;  /* ns minus its threads' waits for a CPU; NaN unknown */
	double event_ns;  /* of a call, by the device's events */
	double energy_j;  /* of a call, by the CPU's counters; NaN: no counters */
	double sm_mhz;
	struct aisp_last_rank last; /* in the last call, if ranks are watched */
};

/*
 * A sample in which others had the CPUs is repeated with other inputs: the worker has
 * seen these.  Which attempt counts depends on who ran, as the kernel says, never on
 * its time; if all were disturbed, the least disturbed counts.  Returns 0; 1 if the
 * variant ended the launch, -1 if the harness failed.
 */
int aisp_session_sample(struct aisp_session *s, enum aisp_stage stage, int index,
			bool is_cold, struct aisp_sample *x, struct aisp_err *err);

/* The index-th sample of a stage that is not timed, taken once.  Returns what
 * aisp_session_sample() returns. */
int aisp_session_once(struct aisp_session *s, enum aisp_stage stage, int index,
		      struct aisp_err *err);

#endif
