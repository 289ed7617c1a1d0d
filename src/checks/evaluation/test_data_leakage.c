/* SPDX-License-Identifier: MIT
 *
 * In C: whatever setup() or earlier calls can learn about later inputs.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no data that it could learn is judged");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_evaluation_test_data_leakage = {
	.id = "evaluation.test_data_leakage",
	.cheat = "learns from the data that it is judged with",
	.defence =
		"inputs of timed calls are made after the launch began, for one call",
	.incident = "Benchmark Data Contamination Survey 2024",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
