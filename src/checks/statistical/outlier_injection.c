/* SPDX-License-Identifier: MIT
 *
 * A launch counts as the median of its samples: what is slow in less than half of
 * them does not move it.  One that is slow in most is slow.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->slow_share < 0.5)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "medians; %.0f %% of the samples over 1.5 times the "
				 "fastest",
				 100 * ev->slow_share);
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "%.0f %% of the samples over 1.5 times the fastest",
			 100 * ev->slow_share);
}

const struct aisp_check aisp_check_statistical_outlier_injection = {
	.id = "statistical.outlier_injection",
	.cheat = "is slow in some calls, to spoil the mean that the other is compared "
		 "with",
	.defence = "medians of launches, and no sample dropped",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_slow_share },
	.judge = judge,
};
