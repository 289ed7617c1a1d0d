/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "inputs of every call were new: nothing left behind "
				 "is an answer");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_cuda_shared_memory_state = {
	.id = "cuda.shared_memory_state",
	.cheat = "reads what its last launch left in shared memory",
	.defence =
		"inputs are single-use, and the judge's own kernels run between calls",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_is_fresh },
	.judge = judge,
};
