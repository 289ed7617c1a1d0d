/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared == ev->n_samples)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "what is timed is what is compared, each time");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples compared",
			 ev->n_compared, ev->n_samples);
}

const struct aisp_check aisp_check_isolation_tested_branch = {
	.id = "isolation.tested_branch",
	.cheat = "is right while it thinks that it is tested, and fast afterwards",
	.defence = "no test is apart from the timed calls: outputs of every sample are "
		   "compared",
	.incident = "llm.c pull request 851: right for the first 10 calls",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_samples },
	.judge = judge,
};
