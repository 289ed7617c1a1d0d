/* SPDX-License-Identifier: MIT
 *
 * contract_trial.h - would a contract tell right from wrong at the sizes of a run?
 * `bench verify` tries all controls (workload_controls.h) on all of small outputs; here
 * some are tried on some rows of each output, before anything is measured.
 */
#ifndef AISP_CONTRACT_TRIAL_H
#define AISP_CONTRACT_TRIAL_H

#include <aisp/check.h>

#include "decide/group.h"
#include "measure.h"

/*
 * What a contract lets pass of zeros, a constant, a copy of an input, a truncated tail,
 * missing terms and the smaller terms of an input missing, whatever the inputs:
 * 1 << enum aisp_control, or'ed.  (The other controls need small sizes: of a million
 * uniform numbers the sum is the same within an honest bound.)  And of its terms the
 * share that an output may lack without being found wrong, rounded up: 0 if that is
 * less than a 97th, AISP_LEFT_OUT's if it is a 11th or more.  -1 with *err filled if
 * the harness failed.
 */
int aisp_contract_loose(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, double *share, struct aisp_err *err);

/* The controls alone, and some of them: 1 << enum aisp_control, or'ed. */
int aisp_contract_lets_pass(const struct aisp_contract *c, enum aisp_dist dist,
			    uint64_t key, int wanted, struct aisp_err *err);

/* The same of a group's, at its sizes: g->loose, g->loose_share. */
int aisp_group_try_contract(struct aisp_group *g, const struct aisp_harness *harness,
			    struct aisp_err *err);

#endif
