/* SPDX-License-Identifier: MIT
 *
 * record_gpu.h - what the record says of an arm on a GPU.
 */
#ifndef AISP_RECORD_GPU_H
#define AISP_RECORD_GPU_H

#include <jansson.h>

#include "decide/group.h"

/* Medians over its launches, null where nobody knows.  A new reference. */
json_t *aisp_record_gpu(const struct aisp_arm *a);

#endif
