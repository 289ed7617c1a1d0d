/* SPDX-License-Identifier: MIT
 *
 * contract_trial.h - would a contract tell right from wrong at the sizes of a run?
 * `bench verify` tries all controls (workload_controls.h) on whole small outputs; here
 * some controls are tried on some rows of each output, before anything is measured.
 */
#ifndef AISP_CONTRACT_TRIAL_H
#define AISP_CONTRACT_TRIAL_H

#include <aisp/check.h>

#include "decide/group.h"
#include "measure.h"

/*
 * The controls that a contract lets pass whatever the inputs, as 1 << enum
 * aisp_control, or'ed: zeros, a constant, a copy of an input, a truncated tail, missing
 * terms, and an input's smaller terms missing. (The other controls need small sizes: an
 * honest bound cannot tell two sums of a million uniform numbers apart.) *share becomes
 * the share of terms that an output may lack without being found wrong, rounded up: 0
 * if it is less than a 97th, 1 / AISP_LEFT_OUT if it is an 11th or more. -1 with *err
 * filled if the harness failed.
 */
int aisp_contract_loose(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, double *share, struct aisp_err *err);

/* Only the controls, and only those in `wanted`: 1 << enum aisp_control, or'ed. */
int aisp_contract_lets_pass(const struct aisp_contract *c, enum aisp_dist dist,
			    uint64_t key, int wanted, struct aisp_err *err);

/* The same for a group at its sizes, into g->loose and g->loose_share. */
int aisp_group_try_contract(struct aisp_group *g, const struct aisp_harness *harness,
			    struct aisp_err *err);

#endif
