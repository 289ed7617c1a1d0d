/* SPDX-License-Identifier: MIT
 *
 * workload_controls.h - is a workload fit to judge by?  Wrong outputs made here must
 * fail its error model, right ones must pass.
 */
#ifndef AISP_WORKLOAD_CONTROLS_H
#define AISP_WORKLOAD_CONTROLS_H

#include <aisp/check.h>

#include "measure.h"

enum aisp_control_result {
	AISP_CONTROL_OK,
	AISP_CONTROL_WRONG,    /* a right output failed, or a wrong one passed */
	AISP_CONTROL_PARTIAL,  /* the tolerance cannot tell the next-lower precision; an
				  input is the same in each call; not all bits of large
				  integers are compared */
	AISP_CONTROL_NA,       /* no such thing here, e.g. a precision below integers */
	AISP_CONTROL_SKIPPED,  /* it cannot be tried at all: no memory */
	AISP_CONTROL_ACCEPTED, /* it differs in choices alone, and may be valid there */
};

/*
 * Apply control k to a workload with inputs from `key`. *why gets the verification's
 * finding, and *caught the choices that it was found wrong in (choices.h), beside those
 * that are there.  Returns 0, or -1 with *err filled.
 */
int aisp_control_run(const struct aisp_contract *c, enum aisp_dist dist, uint64_t key,
		     enum aisp_control k, enum aisp_control_result *result,
		     char why[256], uint32_t *caught, struct aisp_err *err);

#endif
