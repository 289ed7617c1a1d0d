/* SPDX-License-Identifier: MIT
 *
 * Short calls are timed many at once, by the pilot's times; should the samples be
 * shorter than the pilot let hope, the margin grows until the clock's step is within
 * it.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->resolution_ns <= ev->margin * ev->sample_ns)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "%.3g ns of %.3g ns, margin %.2g %%",
				 ev->resolution_ns, ev->sample_ns, 100 * ev->margin);
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "%.3g ns of samples of %.3g ns are more than the margin",
			 ev->resolution_ns, ev->sample_ns);
}

const struct aisp_check aisp_check_timing_timer_granularity = {
	.id = "timing.timer_granularity",
	.cheat = "is so short, or so slow while the judge plans, that the clock's "
		 "steps decide",
	.defence = "samples of many calls, and a margin that holds the clock's step",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_resolution_ns, AISP_FACT_margin, AISP_FACT_sample_ns },
	.judge = judge,
};
