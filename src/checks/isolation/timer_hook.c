/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples != ev->n_samples_planned || !(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f of %.0f samples, %.3g ns each", ev->n_samples,
				 ev->n_samples_planned, ev->call_ns);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "timed by a clock of another process");
}

const struct aisp_check aisp_check_isolation_timer_hook = {
	.id = "isolation.timer_hook",
	.cheat = "replaces or slows the clock that measures it",
	.defence = "the judge's own clock, in a process where no variant is loaded",
	.incident = "METR 2025: shrinks the notion of time; pygpubench: got_patch",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned,
		   AISP_FACT_call_ns },
	.judge = judge,
};
