/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_cooperative > 0 && !((unsigned)ev->uses & AISP_USES_COOPERATIVE))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f cooperative launches, undeclared",
				 ev->n_cooperative);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_cooperative_launch_abuse = {
	.id = "cuda.cooperative_launch_abuse",
	.cheat = "launches kernels whose blocks wait for each other, which checks of "
		 "ordinary launches miss",
	.defence = "launch modes counted in an audit launch",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_cooperative },
	.judge = judge,
};
