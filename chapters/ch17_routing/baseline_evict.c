/* SPDX-License-Identifier: MIT
 *
 * Least recently used: the page that was not requested for the longest time leaves.
 */
#include "workload_evict.h"

#include "cache.h"
#include "oldest.h"

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "least recently used",
	.run = run,
};
