/* SPDX-License-Identifier: MIT
 *
 * The worker's events are evidence for timing.event_timing_gaps, and a figure beside
 * the verdict.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (!(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "calls too short for the judge's clock");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "%.4g us by the judge's clock, in another process",
			 ev->call_ns / 1e3);
}

const struct aisp_check aisp_check_cuda_event_forging = {
	.id = "cuda.event_forging",
	.cheat = "changes what the worker says that its events measured",
	.defence = "the verdict rests on the judge's clock in a process of its own; "
		   "events are only compared with it",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_call_ns },
	.judge = judge,
};
