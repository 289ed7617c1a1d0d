/* SPDX-License-Identifier: MIT
 *
 * The system calls that change priorities are denied from before the variant is
 * loaded on, and so is the right to raise them.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->priority != ev->priority_first)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "priority %.0f, %.0f in the group's first launch",
				 ev->priority, ev->priority_first);
	if (!ev->is_sandboxed)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "system calls are not filtered on this machine");
	return aisp_find(f, AISP_VERDICT_PREVENTED, "%.0f in all launches",
			 ev->priority);
}

const struct aisp_check aisp_check_environment_priority_elevation = {
	.id = "environment.priority_elevation",
	.cheat = "raises its priority and takes the CPU from others",
	.defence = "denied system calls; the kernel's word for the priority of each "
		   "launch",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_priority, AISP_FACT_priority_first,
		   AISP_FACT_is_sandboxed },
	.judge = judge,
};
