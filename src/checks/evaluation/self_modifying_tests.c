/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_changed > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f files are not as at the first launch",
				 ev->n_changed);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_evaluation_self_modifying_tests = {
	.id = "evaluation.self_modifying_tests",
	.cheat = "changes its own object, or the tests, during the run",
	.defence = "objects of variant, workload and worker are "
		   "the same before and after each launch",
	.n_needs = 1,
	.needs = { AISP_FACT_n_changed },
	.judge = judge,
};
