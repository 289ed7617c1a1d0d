/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_persisting > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f requests for lines that persist in L2",
				 ev->n_persisting);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_persisting_l2 = {
	.id = "cuda.persisting_l2",
	.cheat = "sets part of L2 aside, where data outlive the judge's flush",
	.defence = "limits and access policies counted in an audit launch; persisting "
		   "lines are reset before a flush",
	.is_of_gpu = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_persisting },
	.judge = judge,
};
