/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared == ev->n_samples)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "compared before the process may end");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples compared",
			 ev->n_compared, ev->n_samples);
}

const struct aisp_check aisp_check_isolation_exit_rewrite = {
	.id = "isolation.exit_rewrite",
	.cheat = "repairs its outputs when it ends: destructors, atexit(), teardown()",
	.defence = "outputs of a sample are compared before the next, and never read "
		   "again",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_samples },
	.judge = judge,
};
