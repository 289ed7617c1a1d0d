/* SPDX-License-Identifier: MIT
 *
 * See aisp_judge_ignored().
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_MASK, "mask");
}

const struct aisp_check aisp_check_workload_attention_mask_mismatch = {
	.id = "workload.attention_mask_mismatch",
	.cheat = "applies another mask than the one given, or none",
	.defence = "the mask is changed; outputs must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
