/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "execve() is denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_program_execution = {
	.id = "isolation.program_execution",
	.cheat = "becomes another program: a compiler, an installer, a shell",
	.defence = "the filter of system calls lets no program be run",
	.incident = "KernelGuard: RUNTIME_PACKAGE_INSTALL",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
