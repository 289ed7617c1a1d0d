/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "sigaction() of faults is denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_signal_handler = {
	.id = "isolation.signal_handler",
	.cheat =
		"rewrites registers or memory from a handler of faults or denied calls",
	.defence = "the filter lets no handler be set for the signals of faults",
	.incident = "pygpubench: seccomp_trap",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
