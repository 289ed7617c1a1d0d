/* SPDX-License-Identifier: MIT
 *
 * A variant is handed ranks and tensors; where they ran the judge reads for itself.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!aisp_has_part(ev, AISP_PART_RANKS))
		return aisp_find(f, AISP_VERDICT_NA, "the workload has no ranks");
	if (ev->n_cpus_other > 0 || ev->device != ev->device_first)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "it ran elsewhere than in the first launch");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "no claim is heard; it ran where the judge put it");
}

const struct aisp_check aisp_check_distributed_topology_mismatch = {
	.id = "distributed.topology_mismatch",
	.cheat = "claims another topology than it ran on",
	.defence = "no claim of a variant is heard: devices and CPUs are read by the "
		   "judge, for each launch",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 4,
	.needs = { AISP_FACT_parts, AISP_FACT_n_cpus_other, AISP_FACT_device,
		   AISP_FACT_device_first },
	.judge = judge,
};
