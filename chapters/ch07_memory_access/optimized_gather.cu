/* SPDX-License-Identifier: MIT
 *
 * const and restrict promise that nobody writes the table: the loads go through
 * the read-only path, and all of a thread's lookups are under way at once.
 */
#include "workload_gather.h"

#define READ_ONLY restrict

#include "gather_rows.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "const restrict pointers: four lookups at once",
	.run = run,
};
