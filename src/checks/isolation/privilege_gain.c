/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_no_caps == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no capabilities, and none can be gained");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "capabilities could not be dropped");
}

const struct aisp_check aisp_check_isolation_privilege_gain = {
	.id = "isolation.privilege_gain",
	.cheat = "gains rights over the machine: users, namespaces, clocks",
	.defence =
		"capabilities dropped, no_new_privs set, unshare() and setuid() denied",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_no_caps },
	.judge = judge,
};
