/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->is_fresh == 1)
		return aisp_find(
			f, AISP_VERDICT_PREVENTED,
			"inputs of every call were new: nothing kept is an answer");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_cuda_device_global_cache = {
	.id = "cuda.device_global_cache",
	.cheat =
		"keeps results in variables of its GPU code, where they outlive a call",
	.defence = "inputs are single-use: a kept result belongs to other inputs",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_is_fresh },
	.judge = judge,
};
