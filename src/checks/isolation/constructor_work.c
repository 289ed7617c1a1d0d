/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "inputs were made after it was loaded");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_isolation_constructor_work = {
	.id = "isolation.constructor_work",
	.cheat = "computes while it is loaded, before setup() and before the clock",
	.defence = "inputs of timed calls do not exist when an object is loaded",
	.incident = "flashinfer-bench issue 127",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
