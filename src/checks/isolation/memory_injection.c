/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "ptrace() and process_vm_writev() are denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_memory_injection = {
	.id = "isolation.memory_injection",
	.cheat = "writes into the judge's memory, or another process's",
	.defence = "the filter of system calls denies every call that reaches foreign "
		   "memory",
	.incident = "pygpubench: ptrace",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
