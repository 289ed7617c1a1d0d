/* SPDX-License-Identifier: MIT
 *
 * ledger.h - all checks over all launches of one arm.
 */
#ifndef AISP_LEDGER_H
#define AISP_LEDGER_H

#include "group.h"

/*
 * The worst verdict of a check over an arm's launches (FAIL, then UNKNOWN, PARTIAL, the
 * rest), with the first finding of that kind.  If noise can fail the check
 * (is_majority), FAIL needs more than half of the launches; else it is PARTIAL.
 */
enum aisp_verdict aisp_arm_check(const struct aisp_arm *a, const struct aisp_check *c,
				 struct aisp_finding *f);

/* Given that the arm fails the check: does only evidence that may be noise say so? */
bool aisp_arm_fails_by_noise(const struct aisp_arm *a, const struct aisp_check *c);

/* Was the check named by --without-check? */
bool aisp_is_left_out(const struct aisp_limits *limits, const struct aisp_check *c);

/* Adds it.  Returns 0, or -1 if there is no such check or no room. */
int aisp_leave_out(struct aisp_limits *limits, const char *id);

#endif
