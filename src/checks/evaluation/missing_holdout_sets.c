/* SPDX-License-Identifier: MIT
 *
 * Every input is made after the variant was built; one launch has other sizes and
 * another distribution as well, whose values compile.symbolic_shape_exploit judges.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "inputs given by the user repeat");
	if (ev->heldout_declined == 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "it declines sizes near the public ones");
	return aisp_find(
		f, AISP_VERDICT_PREVENTED,
		"%.0f elements compared at sizes and under a distribution that "
		"nobody announced",
		ev->heldout_elems);
}

const struct aisp_check aisp_check_evaluation_missing_holdout_sets = {
	.id = "evaluation.missing_holdout_sets",
	.cheat = "is right only for the data that the benchmark announces",
	.defence = "a launch at other sizes and under another distribution",
	.incident = "AI Agent Benchmark Shortcuts 2024, Microsoft Tay 2016",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_fresh, AISP_FACT_heldout_declined,
		   AISP_FACT_heldout_elems },
	.judge = judge,
};
