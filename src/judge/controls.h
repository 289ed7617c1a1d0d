/* SPDX-License-Identifier: MIT
 *
 * controls.h - is a workload fit to judge by?  Wrong outputs made here must
 * fail its error model, right ones must pass.
 */
#ifndef AISP_CONTROLS_H
#define AISP_CONTROLS_H

#include "measure.h"

enum aisp_control {
	AISP_CONTROL_ROUNDED, /* the reference, rounded to the output's type: right */
	AISP_CONTROL_ZEROS,   /* from here on wrong */
	AISP_CONTROL_CONSTANT,
	AISP_CONTROL_INPUT,     /* a copy of the first input */
	AISP_CONTROL_PREVIOUS,  /* the right output for other inputs */
	AISP_CONTROL_PRECISION, /* inputs rounded to the next-lower precision */
	AISP_CONTROL_TAIL,      /* the last sixteenth is missing */
	AISP_CONTROL_ONE,       /* one element is its neighbour's */
	AISP_N_CONTROLS
};

const char *aisp_control_name(enum aisp_control c);

enum aisp_control_result {
	AISP_CONTROL_OK,
	AISP_CONTROL_WRONG,   /* a right output failed, or a wrong one passed */
	AISP_CONTROL_PARTIAL, /* the tolerance cannot tell the next-lower precision */
	AISP_CONTROL_NA,      /* no such thing here, e.g. a precision below integers */
};

/*
 * Apply control k to a workload with inputs from `key`.  *why says what the
 * verification found.  0, or -1 with *err filled.
 */
int aisp_control_run(const struct aisp_contract *c, enum aisp_dist dist, uint64_t key,
		     enum aisp_control k, enum aisp_control_result *result,
		     char why[256], struct aisp_err *err);

#endif
