/* SPDX-License-Identifier: MIT
 *
 * Nothing says that the output is not the table: each store may change what the
 * next lookup reads, so that a thread's lookups wait for each other.
 */
#include "workload_gather.h"

#define READ_ONLY

#include "gather_rows.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "plain pointers: one lookup at a time",
	.run = run,
};
