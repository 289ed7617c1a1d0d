/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_judge_intact != 1)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "the judge was moved to other CPUs");
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "prlimit() of other processes is denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_judge_interference = {
	.id = "isolation.judge_interference",
	.cheat = "takes CPUs, memory or time from the judge by "
		 "setting another process's limits",
	.defence = "limits and CPUs can be set for its own process only; the judge "
		   "looks at its own afterwards",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_has_load_filter, AISP_FACT_is_judge_intact },
	.judge = judge,
};
