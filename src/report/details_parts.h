/* SPDX-License-Identifier: MIT
 *
 * details_parts.h - shared by the details*.c files, nothing else.
 */
#ifndef AISP_DETAILS_PARTS_H
#define AISP_DETAILS_PARTS_H

#include <stdio.h>

#include "row.h"

/* An arm's launches that count: those that ended well, without the pilot. */
struct aisp_details_series {
	const struct aisp_run_arm *arm; /* NULL: no such arm */
	double *samples_ns;             /* sorted */
	double *medians_ns;             /* of the launches, in order */
	int64_t *blocks;
	int n_samples, n_launches;
};

struct aisp_details {
	struct aisp_row row;
	const struct aisp_run_result *result;
	struct aisp_details_series series[AISP_N_ROLES];
	int is_utf8;
	FILE *f;
};

/* Prints figures of a valid result.  Returns 0, or -1 without memory. */
int aisp_details_print_figures(const struct aisp_details *d);

#endif
