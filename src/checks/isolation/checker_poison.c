/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_in_changed > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f inputs changed",
				 ev->n_in_changed);
	if (ev->n_compared > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "the reference was made elsewhere, afterwards");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "nothing was compared");
}

const struct aisp_check aisp_check_isolation_checker_poison = {
	.id = "isolation.checker_poison",
	.cheat = "writes values that a comparison does not notice, or damages the "
		 "reference",
	.defence = "the reference is out of reach; outputs must have NaN and infinity "
		   "exactly where it has them",
	.incident = "pygpubench: gc_nan, error_counter",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_in_changed },
	.judge = judge,
};
