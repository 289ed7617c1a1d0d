/* SPDX-License-Identifier: MIT
 *
 * A launch per step: the processor prepares and submits each kernel, which takes
 * longer than the kernel.
 */
#include "workload_steps.h"

#include "ring_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch per step",
	.run = run,
};
