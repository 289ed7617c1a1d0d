/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ranks_complete(
		ev, f, "no output of any rank changed after the answer");
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
