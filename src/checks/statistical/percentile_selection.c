/* SPDX-License-Identifier: MIT
 *
 * What the fastest sample would say is in the reason.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples != ev->n_samples_planned)
		return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples",
				 ev->n_samples, ev->n_samples_planned);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "the median; the fastest sample took %.2g of it",
			 ev->least_ns / ev->call_ns);
}

const struct aisp_check aisp_check_statistical_percentile_selection = {
	.id = "statistical.percentile_selection",
	.cheat = "is compared by the percentile that flatters it",
	.defence = "one fixed percentile: the median of all samples of a launch",
	.is_prevented = true,
	.n_needs = 4,
	.needs = { AISP_FACT_call_ns, AISP_FACT_least_ns, AISP_FACT_n_samples,
		   AISP_FACT_n_samples_planned },
	.judge = judge,
};
