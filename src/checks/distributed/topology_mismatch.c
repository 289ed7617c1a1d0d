/* SPDX-License-Identifier: MIT
 *
 * A variant states no topology: it is handed ranks and tensors by the judge.  What it
 * ran on is compared from launch to launch by environment.device_mismatch and
 * numa_inconsistency.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	(void)ev;
	return aisp_find(f, AISP_VERDICT_NA,
			 "a variant claims no topology; environment.device_mismatch "
			 "compares where it ran");
}

const struct aisp_check aisp_check_distributed_topology_mismatch = {
	.id = "distributed.topology_mismatch",
	.cheat = "claims another topology than it ran on",
	.defence = "no claim is heard: CPUs, NUMA nodes and GPUs are read by the judge",
	.incident = NULL,
	.judge = judge,
};
