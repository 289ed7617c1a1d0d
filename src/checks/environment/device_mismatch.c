/* SPDX-License-Identifier: MIT
 *
 * On the CPU: the worker ran on other CPUs than the judge gave, or on fewer than the
 * workload's threads need.  On a GPU: it used another one.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	bool is_declared = (unsigned)ev->uses & AISP_USES_AFFINITY;

	if (ev->device != ev->device_first)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "not the GPU of the group's first launch");
	if (ev->n_cpus_other > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f CPU%s that the judge did not give: bind threads "
				 "to CPUs that sched_getaffinity() names",
				 ev->n_cpus_other, ev->n_cpus_other == 1 ? "" : "s");
	if (ev->n_cpus_lacking > 0 && !is_declared)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f CPU%s for %.0f threads, undeclared: bind each to "
			"a CPU of its own in setup(), or none",
			ev->n_cpus, ev->n_cpus == 1 ? "" : "s",
			ev->n_cpus + ev->n_cpus_lacking);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_device_mismatch = {
	.id = "environment.device_mismatch",
	.cheat = "runs on another device than the one it is compared on",
	.defence = "the worker's CPUs after its samples are compared with those that "
		   "it was given, and the GPU's UUID with that of the first launch",
	.n_needs = 6,
	.needs = { AISP_FACT_n_cpus, AISP_FACT_n_cpus_lacking, AISP_FACT_n_cpus_other,
		   AISP_FACT_uses, AISP_FACT_device, AISP_FACT_device_first },
	.judge = judge,
};
