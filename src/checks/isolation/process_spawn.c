/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "fork() and clone() of processes are denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_process_spawn = {
	.id = "isolation.process_spawn",
	.cheat = "starts processes that compute, or wait, beside the timed one",
	.defence = "the filter of system calls lets no process be made",
	.incident = "pygpubench: thread_fd",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
