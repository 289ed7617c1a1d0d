/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no timed call has the inputs of a warm-up");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_location_warmup_computation = {
	.id = "location.warmup_computation",
	.cheat = "computes in the calls of the warm-up, and answers from memory",
	.defence = "inputs of every call are single-use, those of the warm-up too",
	.incident = "KernelBench: result_reuse",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
