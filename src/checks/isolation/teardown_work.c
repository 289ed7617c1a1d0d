/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared == ev->n_samples)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "compared before teardown()");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples compared",
			 ev->n_compared, ev->n_samples);
}

const struct aisp_check aisp_check_isolation_teardown_work = {
	.id = "isolation.teardown_work",
	.cheat = "defers its work to where no clock runs: teardown(), pauses",
	.defence = "outputs are compared before teardown() is called; a launch is one "
		   "process",
	.incident = "Google Benchmark issue 797",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_samples },
	.judge = judge,
};
