/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_managed > 0 && !((unsigned)ev->uses & AISP_USES_MANAGED))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f allocations of managed memory, undeclared",
				 ev->n_managed);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_unified_memory_faults = {
	.id = "cuda.unified_memory_faults",
	.cheat = "keeps data in managed memory, so that pages move unnoticed",
	.defence = "allocations of managed memory counted in an audit launch, those "
		   "of setup() too; allowed where they are declared",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_managed },
	.judge = judge,
};
