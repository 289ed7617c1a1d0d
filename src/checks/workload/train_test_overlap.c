/* SPDX-License-Identifier: MIT
 *
 * In C: an autotuner, whose data are those of setup().
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "data of setup() and of timed calls are disjoint");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_workload_train_test_overlap = {
	.id = "workload.train_test_overlap",
	.cheat = "tunes itself on the data that it is judged with",
	.defence = "what setup() sees is never used again",
	.incident = "Computational Biology 2019",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
