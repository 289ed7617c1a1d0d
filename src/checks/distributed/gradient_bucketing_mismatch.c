/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ranks_complete(
		ev, f, "every element was there, however it was sent");
}

const struct aisp_check aisp_check_distributed_gradient_bucketing_mismatch = {
	.id = "distributed.gradient_bucketing_mismatch",
	.cheat = "sends whole buckets and drops the rest, or fewer of them than the "
		 "baseline",
	.defence = "buckets are each variant's own affair: every element of every rank "
		   "is compared",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_parts, AISP_FACT_n_late, AISP_FACT_n_poison },
	.judge = judge,
};
