/* SPDX-License-Identifier: MIT
 *
 * All launches as one graph, prepared beforehand.  Between two steps the field goes to
 * L2 and back.
 */
#include "workload_field.h"

#include "ring_capture.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the launches as one graph",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
