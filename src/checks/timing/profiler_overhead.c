/* SPDX-License-Identifier: MIT
 *
 * Profilers that attach to a process trace it.  A profiler that uses a counter of the
 * whole machine is not seen.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_traced)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "another process traced the worker");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_profiler_overhead = {
	.id = "timing.profiler_overhead",
	.cheat = "has a debugger or profiler slow one of the variants down",
	.defence = "no tracer in timed launches; "
		   "aisp's own profilers have launches of their own",
	.is_prevented = true, /* a sample that a tracer stops is taken again */
	.n_needs = 1,
	.needs = { AISP_FACT_is_traced },
	.judge = judge,
};
