/* SPDX-License-Identifier: MIT
 *
 * In C: the state of the heap that a launch finds.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_gpu == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "a new process with its driver's data only");
	if (ev->heap_bytes < 64e6)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "a new process with %.0f KiB of data",
				 ev->heap_bytes / 1024);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f MiB of data from the start",
			 ev->heap_bytes / 1048576);
}

const struct aisp_check aisp_check_memory_fragmentation_effects = {
	.id = "memory.fragmentation_effects",
	.cheat = "leaves the allocator in a state that costs the other side",
	.defence = "each launch is a new process, and its heap is empty when the "
		   "variant is loaded",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_heap_bytes, AISP_FACT_is_gpu },
	.judge = judge,
};
