/* SPDX-License-Identifier: MIT
 *
 * contract_trial.h - would a contract tell right from wrong at the sizes of a run?
 * `bench verify` tries all controls (workload_controls.h) on whole small outputs; here
 * some controls are tried on some rows of each output, before anything is measured.
 */
#ifndef AISP_CONTRACT_TRIAL_H
#define AISP_CONTRACT_TRIAL_H

#include <aisp/check.h>

#include "alike.h"
#include "decide/group.h"
#include "measure.h"

struct aisp_looseness {
	/*
	 * The controls that pass whatever the inputs, as 1 << enum aisp_control, or'ed:
	 * zeros, a constant, a copy of an input, a truncated tail, missing terms, an
	 * input's smaller terms missing, and an estimate from half of its terms.  (The
	 * other controls need small sizes: an honest bound cannot tell two sums of a
	 * million uniform numbers apart.)
	 */
	int controls;
	/*
	 * The share of terms that an output may lack, or that may be estimated from
	 * their neighbours, without being found wrong, rounded up: 0 if it is less than
	 * a 97th, or if a control passes; at most 1 / AISP_LEFT_OUT, or 1 /
	 * AISP_ESTIMATED.
	 */
	double share;
	struct aisp_alike alike;
};

/* How far may a contract be cheated?  Returns 0, or -1 with *err filled. */
int aisp_contract_loose(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, struct aisp_looseness *l, struct aisp_err *err);

/* Does this control change one input at a time? */
static inline bool aisp_is_of_one_input(enum aisp_control k)
{
	return k == AISP_CONTROL_SMALLER || k == AISP_CONTROL_ESTIMATE;
}

/* Only the controls, and only those in `wanted`: 1 << enum aisp_control, or'ed. */
int aisp_contract_lets_pass(const struct aisp_contract *c, enum aisp_dist dist,
			    uint64_t key, int wanted, struct aisp_err *err);

/*
 * The same for a group at its sizes, in a child, into g->loose, g->loose_share, and
 * g->alike, of which nothing is said if the user gave inputs.  Returns 0; 1 if the
 * workload is broken, as a function of it did not return: then all arms have failed,
 * and say why; or -1 with *err filled if the harness failed.
 */
int aisp_group_try_contract(struct aisp_group *g, const struct aisp_harness *harness,
			    struct aisp_err *err);

#endif
