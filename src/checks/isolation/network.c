/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "socket() is denied");
	if (ev->has_namespaces == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "its network has no interface");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "neither a filter nor a network namespace");
}

const struct aisp_check aisp_check_isolation_network = {
	.id = "isolation.network",
	.cheat = "downloads an answer, or reports to somebody",
	.defence = "no socket can be made, and its network namespace has no interface",
	.incident = "KernelGuard: RUNTIME_PACKAGE_INSTALL",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_has_load_filter, AISP_FACT_has_namespaces },
	.judge = judge,
};
