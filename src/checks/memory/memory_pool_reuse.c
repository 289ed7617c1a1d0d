/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_allocs > 0 && !((unsigned)ev->uses & AISP_USES_ALLOC))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f allocations in a call, undeclared",
				 ev->n_allocs);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_memory_memory_pool_reuse = {
	.id = "memory.memory_pool_reuse",
	.cheat = "takes memory in timed calls that a pool "
		 "has kept from the untimed ones",
	.defence = "allocations counted in an audit launch; "
		   "system calls for more are denied",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_allocs },
	.judge = judge,
};
