/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "calls of other ABIs end the process");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_foreign_abi = {
	.id = "isolation.foreign_abi",
	.cheat = "makes 32-bit system calls, whose numbers mean other things to a "
		 "filter",
	.defence = "the filter knows one architecture and ends a process that calls by "
		   "another",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
