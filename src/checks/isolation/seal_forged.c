/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_filters < 2)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of 2 filters of system calls", ev->n_filters);
	if (ev->has_sealed_plan != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "a filter of its own could pass for the judge's");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_isolation_seal_forged = {
	.id = "isolation.seal_forged",
	.cheat = "keeps its system calls, and reports that it gave them up",
	.defence = "the kernel counts the filters of each thread; no filter but the "
		   "judge's can be added",
	.n_needs = 2,
	.needs = { AISP_FACT_n_filters, AISP_FACT_has_sealed_plan },
	.judge = judge,
};
