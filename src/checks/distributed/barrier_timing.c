/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ranks_complete(
		ev, f, "the clock stopped after the outputs of all ranks were there");
}

const struct aisp_check aisp_check_distributed_barrier_timing = {
	.id = "distributed.barrier_timing",
	.cheat = "stops its clock when the first rank is through",
	.defence = "one bell starts all ranks and the clock, one answer after the last "
		   "stops it",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_parts, AISP_FACT_n_late, AISP_FACT_n_poison },
	.judge = judge,
};
