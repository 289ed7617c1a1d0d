/* SPDX-License-Identifier: MIT
 *
 * Gives back only as much as is needed, first what has been idle for longest.
 * FLAGS: -O3
 */
#include "workload_alloc_retry.h"

static void make_room(struct cache *c, int64_t now)
{
	while (is_short(c, now))
		drop_idle(c, 0, now);
}

#include "alloc_retry_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "only as much as is needed, longest idle first",
	.run = run,
};
