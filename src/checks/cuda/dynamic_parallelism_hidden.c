/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_nested > 0 && !((unsigned)ev->uses & AISP_USES_NESTED))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f modules that launch from the GPU, undeclared",
				 ev->n_nested);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_dynamic_parallelism_hidden = {
	.id = "cuda.dynamic_parallelism_hidden",
	.cheat = "launches kernels from kernels, which host tracing does not see",
	.defence = "modules that can do so counted in an audit launch; "
		   "the clock waits for all of them",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_nested },
	.judge = judge,
};
