/* SPDX-License-Identifier: MIT
 *
 * record_gpu.h - the record of an arm on a GPU.
 */
#ifndef AISP_RECORD_GPU_H
#define AISP_RECORD_GPU_H

#include <jansson.h>

#include "decide/group.h"

/* Medians over the arm's launches, null if unknown.  Returns a new reference. */
json_t *aisp_record_gpu(const struct aisp_arm *a);

#endif
