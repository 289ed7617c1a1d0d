/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "kill(), tgkill() and their like are denied");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_judge_signal = {
	.id = "isolation.judge_signal",
	.cheat = "stops or kills the judge, or the other side",
	.defence = "the filter of system calls denies every call that sends a signal; "
		   "so does Landlock since Linux 6.12",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
