/* SPDX-License-Identifier: MIT
 *
 * nvbench_state.h - a side of a result as an NVBench state, with the values of its axes
 * and summaries of its times.  Times are those of launches.
 */
#ifndef AISP_NVBENCH_STATE_H
#define AISP_NVBENCH_STATE_H

#include "export_side.h"

enum { AISP_MAX_SUMMARIES = 9 };

/*
 * tag is NVBench's: below nv/cold/ for a GPU, below nv/cpu_only/ for a CPU. The hint is
 * the unit: "duration" in s, "percentage" as a fraction, "byte_rate" ...
 */
struct aisp_summary {
	char tag[64];
	const char *name, *hint;
	double value;
};

/* Returns the number of summaries, all of them named; -1 without memory. */
int aisp_summaries_compute(struct aisp_summary s[AISP_MAX_SUMMARIES],
			   const struct aisp_run_arm *arm);

/* The index of an arm's device among those of the run, in order. */
int aisp_device_number(const struct aisp_run *run, const struct aisp_run_arm *arm);

/* The device's name: the CPU's model, if the manifest has it. */
const char *aisp_device_label(const struct aisp_run *run, const char *device);

/* Is result i the first of its target? */
bool aisp_is_first_of_target(const struct aisp_run *run, int i);

#endif
