/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "loaded and measured under this contract");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "no sample");
}

const struct aisp_check aisp_check_isolation_malformed_object = {
	.id = "isolation.malformed_object",
	.cheat = "is no variant, or one of another contract, and confuses the harness",
	.defence = "the version of the contract is compared, in a process that can "
		   "only fail",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_samples },
	.judge = judge,
};
