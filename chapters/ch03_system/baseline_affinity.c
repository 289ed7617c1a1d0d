/* SPDX-License-Identifier: MIT
 *
 * The scheduler chooses CPUs, and may choose others at any time.
 */
#include "workload_affinity.h"

#include "ring_affinity.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "threads on the CPUs that the scheduler chooses",
	.setup = ring_new,
	.run = run,
	.teardown = free,
};
