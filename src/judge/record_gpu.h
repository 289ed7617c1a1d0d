/* SPDX-License-Identifier: MIT
 *
 * record_gpu.h - what the record says of an arm on a GPU.
 */
#ifndef AISP_RECORD_GPU_H
#define AISP_RECORD_GPU_H

#include <jansson.h>

#include "decide/group.h"

/* Of a fact over the launches after the pilot; NaN where nobody knows. */
double aisp_median_fact(const struct aisp_arm *a, enum aisp_fact fact);

/* Medians over its launches, null where nobody knows.  A new reference. */
json_t *aisp_record_gpu(const struct aisp_arm *a);

#endif
