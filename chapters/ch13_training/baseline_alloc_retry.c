/* SPDX-License-Identifier: MIT
 *
 * When the driver refuses, the allocator gives back everything that is idle and asks
 * again.
 * FLAGS: -O3
 */
#include "workload_alloc_retry.h"

static void make_room(struct cache *c, int64_t now)
{
	if (is_short(c, now))
		drop_each(c, now);
}

#include "alloc_retry_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "if the driver refuses, all idle blocks are returned",
	.run = run,
};
