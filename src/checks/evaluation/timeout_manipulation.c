/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!(ev->limit_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL, "no limit");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "%.3g s for each answer, by the judge's clock",
			 ev->limit_ns / 1e9);
}

const struct aisp_check aisp_check_evaluation_timeout_manipulation = {
	.id = "evaluation.timeout_manipulation",
	.cheat = "extends its time limit, so that what hangs looks slow",
	.defence = "the limit is the judge's, the same for both sides; the plan is "
		   "read-only to the worker",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_limit_ns },
	.judge = judge,
};
