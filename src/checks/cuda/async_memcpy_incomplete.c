/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->n_late > 0 || ev->n_unended > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f copies or kernels had no end, %.0f outputs "
				 "changed later",
				 ev->n_unended, ev->n_late);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "every copy had ended when the clock stopped");
}

const struct aisp_check aisp_check_cuda_async_memcpy_incomplete = {
	.id = "cuda.async_memcpy_incomplete",
	.cheat = "answers while copies are still under way",
	.defence = "the clock stops when the whole device is idle; an audit launch "
		   "finds nothing that runs on, and no output changes later",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_late, AISP_FACT_n_unended },
	.judge = judge,
};
