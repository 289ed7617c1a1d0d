/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "inputs were made after setup()");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_location_setup_precomputation = {
	.id = "location.setup_precomputation",
	.cheat = "computes the answer in setup(), where no clock runs",
	.defence = "in setup() the inputs are noise; those of timed calls do not exist "
		   "yet",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
