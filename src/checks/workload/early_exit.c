/* SPDX-License-Identifier: MIT
 *
 * Loops over terms, time or iterations: axes marked as steps.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_STEPS, "last steps");
}

const struct aisp_check aisp_check_workload_early_exit = {
	.id = "workload.early_exit",
	.cheat = "ends a loop before the last step",
	.defence =
		"inputs that only the last step reads are changed; outputs must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
