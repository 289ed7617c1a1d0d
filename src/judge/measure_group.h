/* SPDX-License-Identifier: MIT
 *
 * measure_group.h - launch the arms of a group until its comparisons are decided.
 */
#ifndef AISP_MEASURE_GROUP_H
#define AISP_MEASURE_GROUP_H

#include "decide/group.h"
#include "measure.h"

struct aisp_progress {
	void (*block)(void *arg, const struct aisp_group *g, int block, int next_look);
	void *arg;
};

/*
 * Measure g, whose contract, arms and targets are set.  Returns 0, whatever became of
 * the arms; -1 with *err filled if the harness failed, or if the workload did so in
 * this process, which then can measure nothing more: err->is_broken, and g has failed.
 */
int aisp_group_measure(struct aisp_group *g, struct aisp_harness *harness,
		       const struct aisp_limits *limits,
		       const struct aisp_progress *progress, struct aisp_err *err);

/* Call it first: c is what is measured.  Releasing g closes c, too. */
void aisp_group_set_contract(struct aisp_group *g, struct aisp_contract *c);
void aisp_group_release(struct aisp_group *g);

#endif
