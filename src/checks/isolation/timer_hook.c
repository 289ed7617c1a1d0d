/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_in_judge == 1)
		return aisp_find(f, AISP_VERDICT_FAIL, "the judge has loaded it, too");
	if (ev->has_load_filter == 1 && ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "the clock is in a process that it cannot reach");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "files or calls by which to reach the judge stay open");
}

const struct aisp_check aisp_check_isolation_timer_hook = {
	.id = "isolation.timer_hook",
	.cheat = "replaces or slows the clock that measures it",
	.defence = "the judge's own clock, in a process where no variant is loaded",
	.incident = "METR 2025: shrinks the notion of time; pygpubench: got_patch",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_in_judge, AISP_FACT_has_load_filter,
		   AISP_FACT_has_landlock },
	.judge = judge,
};
