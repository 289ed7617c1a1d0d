/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ranks_complete(
		ev, f, "the shards are the judge's, and all of them were written");
}

const struct aisp_check aisp_check_distributed_shard_size_mismatch = {
	.id = "distributed.shard_size_mismatch",
	.cheat = "gives ranks smaller shards than the baseline's",
	.defence = "the judge owns the tensors and so the shards; what no rank writes "
		   "stays poison",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_parts, AISP_FACT_n_late, AISP_FACT_n_poison },
	.judge = judge,
};
