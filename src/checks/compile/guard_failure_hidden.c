/* SPDX-License-Identifier: MIT
 *
 * In C: a case that the made code does not cover, so that it is made again.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_filters >= 2)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no code can be loaded or made in a call");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "calls are not sealed");
}

const struct aisp_check aisp_check_compile_guard_failure_hidden = {
	.id = "compile.guard_failure_hidden",
	.cheat = "makes its code again for the case at hand, where nobody counts it",
	.defence = "nothing can be loaded or made executable after setup(); what a "
		   "call does is timed",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_filters },
	.judge = judge,
};
