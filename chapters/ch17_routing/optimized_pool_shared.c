/* SPDX-License-Identifier: MIT
 *
 * All memory for all: what nobody asked for longest leaves, whose it may be.
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
