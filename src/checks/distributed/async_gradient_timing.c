/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!((unsigned)ev->parts >> AISP_PART_RANKS & 1))
		return aisp_find(f, AISP_VERDICT_NA, "the workload has no ranks");
	if (ev->n_late > 0 || ev->n_poison > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "outputs were not complete at the answer");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "no output of any rank changed after the answer");
}

const struct aisp_check aisp_check_distributed_async_gradient_timing = {
	.id = "distributed.async_gradient_timing",
	.cheat = "lets collectives run on after the clock has stopped",
	.defence =
		"outputs of all ranks are looked at when the answer comes, and again",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_parts, AISP_FACT_n_late, AISP_FACT_n_poison },
	.judge = judge,
};
