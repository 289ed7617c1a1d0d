/* SPDX-License-Identifier: MIT
 *
 * A table from blocks to slots; the least recently used prompt leaves, its end first,
 * so that the remaining blocks are still a prefix (the order of W. Kwon et al., vLLM,
 * and of the leaves of a radix tree: L. Zheng et al., SGLang, arXiv:2312.07104).
 */
#include "workload_prefix.h"

static int32_t rank(int32_t step, int32_t block, int32_t uses, int32_t most)
{
	(void)uses;
	return step * most - block;
}

#include "prefix_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a slot per block, the end of a prompt is evicted first",
	.run = run,
};
