/* SPDX-License-Identifier: MIT
 *
 * export_side.h - the two or three arms of a result, and the launches of an arm
 * that its figures come from.
 */
#ifndef AISP_EXPORT_SIDE_H
#define AISP_EXPORT_SIDE_H

#include <jansson.h>

#include "row.h"

enum { AISP_MAX_SIDES = 3 };

struct aisp_side {
	const char *role; /* "baseline", "optimized", "library" */
	const json_t *arm;
};

/* Those of result i that have a median; none unless it was measured and is valid. */
int aisp_sides_read(struct aisp_side sides[AISP_MAX_SIDES], const json_t *results,
		    size_t i);

/* "INVALID: why", "skipped: why", for a result without figures. */
void aisp_side_excuse(char *buf, size_t size, const struct aisp_row *row);

/* Is it part of the arm's median: not the pilot, and nothing went wrong? */
int aisp_launch_counts(const json_t *launch);

/* The medians of those launches, in ns; *n of them.  The caller frees. */
double *aisp_arm_medians(const json_t *arm, int *n);

/* A member of their evidence: the largest; NaN if none has it. */
double aisp_arm_evidence(const json_t *arm, const char *fact);

#endif
