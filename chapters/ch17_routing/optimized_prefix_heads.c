/* SPDX-License-Identifier: MIT
 *
 * A table from blocks to slots; the least recently used prompt leaves, its beginning
 * first, as blocks are used in this order.  The remaining blocks are then useless.
 */
#include "workload_prefix.h"

static int32_t rank(int32_t step, int32_t block, int32_t uses, int32_t most)
{
	(void)uses;
	return step * most + block;
}

#include "prefix_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a slot per block, the beginning of a prompt is evicted first",
	.run = run,
};
