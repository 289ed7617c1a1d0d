/* SPDX-License-Identifier: MIT
 *
 * The plan is the judge's, from the pilots of all arms together and the same for
 * all.  Fewer samples widen the interval: INCONCLUSIVE is no win.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_pairs >= 10 && ev->n_samples == ev->n_samples_planned)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "%.0f launches of %.0f samples", ev->n_pairs,
				 ev->n_samples);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "only %.0f launches of %.0f samples",
			 ev->n_pairs, ev->n_samples);
}

const struct aisp_check aisp_check_statistical_insufficient_samples = {
	.id = "statistical.insufficient_samples",
	.cheat = "takes so few samples that luck decides",
	.defence = "launches until the interval decides, 10 at least",
	.incident = "Measuring What Matters 2025",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_n_pairs, AISP_FACT_n_samples,
		   AISP_FACT_n_samples_planned },
	.judge = judge,
};
