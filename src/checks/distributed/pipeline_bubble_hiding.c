/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ranks_complete(
		ev, f, "the whole time counted, and all outputs were there");
}

const struct aisp_check aisp_check_distributed_pipeline_bubble_hiding = {
	.id = "distributed.pipeline_bubble_hiding",
	.cheat = "counts the time of stages, not the time until the last stage is "
		 "through",
	.defence =
		"the time from bell to answer is the only one, with every bubble in it",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_parts, AISP_FACT_n_late, AISP_FACT_n_poison },
	.judge = judge,
};
