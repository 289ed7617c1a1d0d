/* SPDX-License-Identifier: MIT
 *
 * Managed memory as the first example of it shows: the CPU writes, the kernel reads,
 * and nothing is said about pages.  A warp that touches a page that is not there waits
 * until the driver, on the CPU, has unmapped it there, copied it and mapped it here.
 */
#include "workload_managed.h"

#include "table_managed.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "managed memory without hints: pages come by faults",
	.setup = table_new,
	.run = table_gather,
	.teardown = gather_free,
	.needs = "a GPU and a CPU that may use managed memory at the same time",
};
