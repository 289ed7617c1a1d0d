/* SPDX-License-Identifier: MIT
 *
 * details_parts.h - shared by the details*.c files, nothing else.
 */
#ifndef AISP_DETAILS_PARTS_H
#define AISP_DETAILS_PARTS_H

#include <jansson.h>
#include <stdio.h>

#include "row.h"

#define AISP_DETAILS_ARMS 3

/* One arm's launches that count: not the pilot, and only those that ended well. */
struct aisp_details_series {
	const json_t *arm;  /* NULL: there is none */
	double *samples_ns; /* sorted */
	double *medians_ns; /* of the launches, in order */
	double *blocks;
	int n_samples, n_launches;
};

struct aisp_details {
	struct aisp_row row;
	const json_t *result;
	struct aisp_details_series series[AISP_DETAILS_ARMS];
	int is_utf8;
	FILE *f;
};

/* "baseline", "optimized", "library" */
extern const char *const aisp_details_arms[AISP_DETAILS_ARMS];

/* Figures of a valid result.  0, or -1 without memory. */
int aisp_details_print_figures(const struct aisp_details *d);

#endif
