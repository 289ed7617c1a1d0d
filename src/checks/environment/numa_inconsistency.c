/* SPDX-License-Identifier: MIT
 *
 * The judge places buffers, alike for all arms; a CPU of another node is farther from
 * them.
 */
#include "checks/explains.h"

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double gap = ev->remote_share_arm - ev->remote_share_rest;

	if (fabs(gap) > 0.5 && fabs(ev->remote_share_t) > AISP_T_LIMIT)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f %% of the data on another node, "
				 "%.0f %% for the other arms",
				 100 * ev->remote_share_arm,
				 100 * ev->remote_share_rest);
	if (fabs(gap) > 0.1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "launches ran on different nodes by chance");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_numa_inconsistency = {
	.id = "environment.numa_inconsistency",
	.cheat = "keeps the data of one variant near its CPU and that of the other far",
	.defence = "the nodes of the buffers' pages and of "
		   "the worker's CPU in each launch",
	.is_of_machine = true,
	.n_needs = 4,
	.needs = { AISP_FACT_remote_share, AISP_FACT_remote_share_arm,
		   AISP_FACT_remote_share_rest, AISP_FACT_remote_share_t },
	.judge = judge,
};
