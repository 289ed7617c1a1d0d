/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_compared > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "outputs are read where the judge put them");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "nothing was compared");
}

const struct aisp_check aisp_check_memory_pre_allocated_output = {
	.id = "memory.pre_allocated_output",
	.cheat = "has the result ready in memory of its own and hands that over",
	.defence = "outputs are the judge's, at its addresses, and hold poison before "
		   "each call",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_compared },
	.judge = judge,
};
