/* SPDX-License-Identifier: MIT
 *
 * In C: machine code that is made at run time.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_filters >= 2)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no executable page can be made in a call");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "calls are not sealed");
}

const struct aisp_check aisp_check_location_jit_compilation_timing = {
	.id = "location.jit_compilation_timing",
	.cheat = "makes its code in calls where no clock runs, or lets the other side "
		 "make it in timed ones",
	.defence = "code can be made in setup() only; no page becomes executable in a "
		   "call",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_filters },
	.judge = judge,
};
