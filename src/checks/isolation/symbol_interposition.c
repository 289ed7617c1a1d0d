/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples != ev->n_samples_planned || !(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f of %.0f samples, %.3g ns each", ev->n_samples,
				 ev->n_samples_planned, ev->call_ns);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "no symbol of its own reaches the judge");
}

const struct aisp_check aisp_check_isolation_symbol_interposition = {
	.id = "isolation.symbol_interposition",
	.cheat = "exports names of the C library, so that the harness calls them",
	.defence = "an object of its own process, bound locally; the judge loads none",
	.incident = "pygpubench: function_detour",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned,
		   AISP_FACT_call_ns },
	.judge = judge,
};
