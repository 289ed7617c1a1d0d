/* SPDX-License-Identifier: MIT
 *
 * export_side.h - the two or three arms of a result, and the launches of an arm from
 * which its figures come.
 */
#ifndef AISP_EXPORT_SIDE_H
#define AISP_EXPORT_SIDE_H

#include "row.h"

struct aisp_side {
	enum aisp_role role;
	const struct aisp_run_arm *arm;
};

/* Lists the arms with a median; none unless the result was measured and is valid. */
int aisp_sides_read(struct aisp_side sides[AISP_N_ROLES],
		    const struct aisp_run_result *r);

/* "INVALID: why", "skipped: why", for a result without figures. */
void aisp_side_excuse(char *buf, size_t size, const struct aisp_row *row);

/* The medians of the *n launches that count, in ns.  The caller frees them. */
double *aisp_arm_medians(const struct aisp_run_arm *arm, int *n);

/* The largest value of a fact among those launches; NaN if none has it. */
double aisp_arm_evidence(const struct aisp_run_arm *arm, const char *fact);

#endif
