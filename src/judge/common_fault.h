/* SPDX-License-Identifier: MIT
 *
 * common_fault.h - a fault that a variant has in common with its baseline.
 *
 * A bound that is too narrow for some data, as one that forgets underflow may be for
 * tiny numbers, calls every variant wrong that meets such data.  If the baseline is out
 * of bounds on the same data, it or the bound is at fault: no variant is accused.
 */
#ifndef AISP_COMMON_FAULT_H
#define AISP_COMMON_FAULT_H

#include "decide/group.h"
#include "measure.h"

/* A launch with wrong outputs: at other sizes, or, if s->has_hostile, on hostile data
 * among its samples. */
struct aisp_faulty {
	const struct aisp_contract *c;
	struct aisp_buffers *b; /* with room for every arm; NULL: none are kept */
	const struct aisp_sampling *s; /* least_tries: the most that a sample had */
	uint64_t number;               /* which made its inputs */
	const char *fault; /* its first wrong element: sizes, data, element */
};

/* Is the launch m, sampled so, out of bounds on such data? */
bool aisp_is_faulty(const struct aisp_measured *m, const struct aisp_sampling *s);

/*
 * Arm a of g was wrong in x, on data of harness->dist.  Unless it is the baseline,
 * launch the baseline on the same inputs.  If the fault is the contract's, fills
 * a->contract; never if the baseline is wrong on the run's own data, too.  Returns 1 if
 * it did, or if the run was stopped first; else 0, or -1 with *err filled.
 */
int aisp_common_fault_ask(const struct aisp_group *g, struct aisp_arm *a,
			  struct aisp_harness *harness, const struct aisp_faulty *x,
			  struct aisp_err *err);

/* If an arm's fault is the contract's, no arm of g can be judged: all have failed. */
void aisp_common_fault_end(struct aisp_group *g);

#endif
