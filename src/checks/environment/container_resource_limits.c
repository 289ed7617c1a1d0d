/* SPDX-License-Identifier: MIT
 *
 * Of the control group that the worker is in, version 1 or 2.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->quota_cpus != ev->quota_cpus_first)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "a quota of %.2g CPUs, %.2g in the first launch",
				 ev->quota_cpus, ev->quota_cpus_first);
	if (ev->n_throttled > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "the quota stopped the worker %.0f times",
				 ev->n_throttled);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_container_resource_limits = {
	.id = "environment.container_resource_limits",
	.cheat = "runs one variant under a tighter limit of CPU time",
	.defence = "quota and throttled periods of the "
		   "worker's control group in each launch",
	.is_majority = true,
	.is_of_machine = true,
	.n_needs = 3,
	.needs = { AISP_FACT_quota_cpus, AISP_FACT_quota_cpus_first,
		   AISP_FACT_n_throttled },
	.judge = judge,
};
