/* SPDX-License-Identifier: MIT
 *
 * All launches as one graph, prepared beforehand: the GPU follows its edges by
 * itself.
 */
#include "workload_steps.h"

#include "ring_capture.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the launches as one graph",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
