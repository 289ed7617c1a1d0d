/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared == ev->n_samples)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "every sample was compared");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples compared",
			 ev->n_compared, ev->n_samples);
}

const struct aisp_check aisp_check_isolation_racy_result = {
	.id = "isolation.racy_result",
	.cheat = "is wrong now and then, and passes the one test",
	.defence = "outputs of every timed sample are compared, not of a test before",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_samples },
	.judge = judge,
};
