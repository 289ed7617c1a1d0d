/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_peer > 0 && !(ev->n_ranks > 1)) /* ranks may use peers */
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f copies between GPUs",
				 ev->n_peer);
	if (ev->n_gpus > 1)
		return aisp_find(f, AISP_VERDICT_FAIL, "the worker sees %.0f GPUs",
				 ev->n_gpus);
	return aisp_find(f, AISP_VERDICT_PREVENTED, "the worker sees one GPU");
}

const struct aisp_check aisp_check_cuda_undeclared_multi_gpu = {
	.id = "cuda.undeclared_multi_gpu",
	.cheat = "spreads its work over GPUs that nobody counts",
	.defence = "a worker, or a rank, sees one GPU; "
		   "copies between GPUs counted where there are no ranks",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_gpus, AISP_FACT_n_peer },
	.judge = judge,
};
