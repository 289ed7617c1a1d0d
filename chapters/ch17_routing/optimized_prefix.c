/* SPDX-License-Identifier: MIT
 *
 * A table from blocks to slots; who was not used longest leaves, and of a prompt its
 * end first: what is left still begins at the beginning (the order of W. Kwon et al.,
 * vLLM, and of the leaves of a radix tree: L. Zheng et al., SGLang, arXiv:2312.07104).
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
