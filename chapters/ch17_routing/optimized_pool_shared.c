/* SPDX-License-Identifier: MIT
 *
 * All tenants share all memory: the least recently used page leaves, whoever owns it.
 */
#include "workload_pool.h"

#include "cache.h"
#include "oldest.h"

#include "evict_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pool, least recently used",
	.run = run,
};
