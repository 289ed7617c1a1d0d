/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->limit_ns > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "an answer may take %.3g s",
				 ev->limit_ns / 1e9);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "the judge waits without end");
}

const struct aisp_check aisp_check_isolation_endless_loop = {
	.id = "isolation.endless_loop",
	.cheat = "never answers, and the run never ends",
	.defence = "the judge waits so long and no longer, then kills the process",
	.incident = "emmy issue 215: a hung kernel held the bench for 109 minutes",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_limit_ns },
	.judge = judge,
};
