/* SPDX-License-Identifier: MIT
 *
 * A launch per step: the field goes through L2, and all blocks end before the next
 * step's begin.
 */
#include "workload_field.h"

#include "ring_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch per step",
	.run = run,
};
