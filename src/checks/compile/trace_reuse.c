/* SPDX-License-Identifier: MIT
 *
 * In C: a recorded sequence of operations, with the addresses that it saw.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "inputs given by the user repeat");
	if ((unsigned)ev->uses & AISP_USES_FIXED_IO)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "new contents at the addresses that are declared");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "new contents for each call, a new process each launch");
}

const struct aisp_check aisp_check_compile_trace_reuse = {
	.id = "compile.trace_reuse",
	.cheat = "replays what it recorded for other arguments",
	.defence = "each launch is a new process; calls go round different addresses "
		   "with new contents",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_fresh, AISP_FACT_uses },
	.judge = judge,
};
