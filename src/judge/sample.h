/* SPDX-License-Identifier: MIT
 *
 * sample.h - one sample of a launch: fresh inputs, the bell, the outputs verified; and
 * again where others had the CPUs.
 */
#ifndef AISP_SAMPLE_H
#define AISP_SAMPLE_H

#include "decide/interference.h"
#include "session.h"

/* What one sample shows. */
struct aisp_sample {
	enum aisp_sample_state state;
	double ring_ns;  /* of all calls, as the clock has it */
	bool is_crowded; /* others took the judge's CPU meanwhile */
	double ns; /* of a call; the doorbell's cost and others' time subtracted */
	double others_ns; /* that were subtracted, of all calls */
	double waited_ns; /* that the worker was ready and had no CPU */
	double wake_ns;   /* that it ran between being resumed and the bell */
	double free_ns;   /* from when a call's inputs can be seen until its bell */
	double after_ns;  /* that the worker had behind a call, until the next bell or
			     until it stood still */
	double cpu_ns;    /* that each thread ran for a call, at least */
	double least_ns;  /* ns less its threads' waits for a CPU; NaN unknown */
	double event_ns;  /* of a call, by the device's events */
	double energy_j;  /* of a call, by the CPU's counters; NaN: there is none */
	double sm_mhz;
	struct aisp_last_rank last; /* of the last call, where ranks are watched */
};

/*
 * A sample in which others had the CPUs is taken again, with other inputs: the worker
 * has seen these.  Which attempt counts is the kernel's word on who ran, never the
 * time that it took; of those that all were disturbed, the one that was least.  1 if
 * the variant ended the launch, -1 if the harness failed.
 */
int aisp_session_sample(struct aisp_session *s, enum aisp_stage stage, int index,
			bool is_cold, struct aisp_sample *x, struct aisp_err *err);

/* The index-th sample of a stage that is not timed, taken once.  As
 * aisp_session_sample(). */
int aisp_session_once(struct aisp_session *s, enum aisp_stage stage, int index,
		      struct aisp_err *err);

#endif
