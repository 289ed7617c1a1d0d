/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_limits == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "its memory is limited");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "limits could not be set");
}

const struct aisp_check aisp_check_isolation_memory_exhaustion = {
	.id = "isolation.memory_exhaustion",
	.cheat = "takes all memory, so that others starve or the machine swaps",
	.defence = "address space, files and core dumps are limited; it costs its own "
		   "launch",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_limits },
	.judge = judge,
};
