/* SPDX-License-Identifier: MIT
 *
 * In C: another build, or another path of it, when results are looked at.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared == ev->n_samples)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "what is timed is what is compared");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples compared",
			 ev->n_compared, ev->n_samples);
}

const struct aisp_check aisp_check_compile_mode_inconsistency = {
	.id = "compile.mode_inconsistency",
	.cheat = "is built or set one way to be tested and another way to be timed",
	.defence = "one object; the outputs of the timed calls are the ones compared",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_compared, AISP_FACT_n_samples },
	.judge = judge,
};
