/* SPDX-License-Identifier: MIT
 *
 * See aisp_judge_ignored().
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->ignored == AISP_PART_PATTERN)
		return aisp_judge_ignored(ev, f, AISP_PART_PATTERN, "pattern");
	return aisp_judge_ignored(ev, f, AISP_PART_NONZEROS,
				  "odd stored elements of the sparse matrix");
}

const struct aisp_check aisp_check_workload_sparsity_mismatch = {
	.id = "workload.sparsity_mismatch",
	.cheat = "computes with fewer stored elements than the matrix has",
	.defence = "every other stored element, or the pattern, is changed; "
		   "outputs must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
