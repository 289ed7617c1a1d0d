/* SPDX-License-Identifier: MIT
 *
 * The judge computes every spread itself, between launches, which no variant knows
 * about.  Moods that last for a launch widen the interval.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples == ev->n_samples_planned)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "all %.0f samples count",
				 ev->n_samples);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples", ev->n_samples,
			 ev->n_samples_planned);
}

const struct aisp_check aisp_check_statistical_variance_gaming = {
	.id = "statistical.variance_gaming",
	.cheat = "is steady or erratic where that makes a difference look larger",
	.defence = "a fixed interval over paired launches, all of which count",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned },
	.judge = judge,
};
