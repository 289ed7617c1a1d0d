/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_in_judge == 1)
		return aisp_find(f, AISP_VERDICT_FAIL, "the judge has loaded it, too");
	return aisp_find(f, AISP_VERDICT_PREVENTED, "a process of its own");
}

const struct aisp_check aisp_check_isolation_crash = {
	.id = "isolation.crash",
	.cheat = "crashes, and the results of all other variants are lost",
	.defence = "each launch is a process of its own; a crash is the result of that "
		   "launch only",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_in_judge },
	.judge = judge,
};
