/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_readonly == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "their pages cannot be made writable");
	if (ev->n_in_changed > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f inputs changed",
				 ev->n_in_changed);
	return aisp_find(f, AISP_VERDICT_PASS, "no fingerprint changed");
}

const struct aisp_check aisp_check_isolation_input_mutation = {
	.id = "isolation.input_mutation",
	.cheat = "changes inputs, so that a later check passes or the other variant "
		 "gets other data",
	.defence = "inputs are mapped from a sealed file; "
		   "on a GPU their fingerprints are compared",
	.incident = "kernelbot: cheat-input",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_readonly, AISP_FACT_n_in_changed },
	.judge = judge,
};
