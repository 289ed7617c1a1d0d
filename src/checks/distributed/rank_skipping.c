/* SPDX-License-Identifier: MIT
 *
 * A rank is a slice of the tensors along an axis marked as ranks, wherever computed.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_RANKS, "last rank");
}

const struct aisp_check aisp_check_distributed_rank_skipping = {
	.id = "distributed.rank_skipping",
	.cheat = "lets some ranks do nothing",
	.defence = "the inputs of a rank are changed; its outputs must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
