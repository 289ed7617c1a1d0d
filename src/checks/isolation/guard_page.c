/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_gpu == 1)
		return aisp_find(
			f, AISP_VERDICT_PASS,
			"a GPU's allocations have gaps of its driver's making");
	if (ev->n_canary > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f bytes inside the pages changed", ev->n_canary);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "unmapped pages on both sides, no canary changed");
}

const struct aisp_check aisp_check_isolation_guard_page = {
	.id = "isolation.guard_page",
	.cheat = "reads or writes far beside its buffers",
	.defence = "unmapped pages around every buffer: the first step ends the launch",
	.incident = "pygpubench: canaries",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_canary, AISP_FACT_is_gpu },
	.judge = judge,
};
