/* SPDX-License-Identifier: MIT
 *
 * Like optimized_prefix.c, but a block that was used once counts as older than it is:
 * prompts that are never repeated leave before conversations, which continue.
 */
#include "workload_prefix.h"

#define LATER 64 /* prompts */

static int32_t rank(int32_t step, int32_t block, int32_t uses, int32_t most)
{
	return (uses > 1 ? step + LATER : step) * most - block;
}

#include "prefix_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same; blocks requested only once are evicted earlier",
	.run = run,
};
