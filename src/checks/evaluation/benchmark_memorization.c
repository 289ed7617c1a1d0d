/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "inputs given by the user repeat");
	if (ev->is_seed_secret != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "the seed was given: these cases may be known");
	return aisp_find(f, AISP_VERDICT_PREVENTED, "inputs that never were before");
}

const struct aisp_check aisp_check_evaluation_benchmark_memorization = {
	.id = "evaluation.benchmark_memorization",
	.cheat = "recognises the test cases and knows their answers",
	.defence = "there are no cases to know: inputs come from a secret of this run",
	.incident = "AI Agent Benchmark Shortcuts 2024",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_fresh, AISP_FACT_is_seed_secret },
	.judge = judge,
};
