/* SPDX-License-Identifier: MIT
 *
 * record_gpu.h - the record of an arm on a GPU.
 */
#ifndef AISP_RECORD_GPU_H
#define AISP_RECORD_GPU_H

#include <jansson.h>

#include "decide/group.h"

/* The median of a fact over the launches after the pilot; NaN if unknown. */
double aisp_median_fact(const struct aisp_arm *a, enum aisp_fact fact);

/* Medians over the arm's launches, null if unknown.  Returns a new reference. */
json_t *aisp_record_gpu(const struct aisp_arm *a);

#endif
