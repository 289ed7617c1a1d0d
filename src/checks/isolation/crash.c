/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples < ev->n_samples_planned)
		return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples",
				 ev->n_samples, ev->n_samples_planned);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "a process of its own, whole to the last sample");
}

const struct aisp_check aisp_check_isolation_crash = {
	.id = "isolation.crash",
	.cheat = "dies, and takes the results of all others with it",
	.defence = "each launch is a process of its own; how it died is its own result",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned },
	.judge = judge,
};
