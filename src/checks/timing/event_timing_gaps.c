/* SPDX-License-Identifier: MIT
 *
 * The worker's events bracket what the judge's clock sees from outside.  If they show
 * less time, work went where the events did not look; if more, the report is forged. 20
 * us a sample are the launch and the wait, which differ from the empty variant's when
 * caches do.  On a GPU with other users the time between the two belongs to neither:
 * then events say nothing.
 */
#include <aisp/check.h>
#include <math.h>

static bool is_noise(const struct aisp_evidence *ev)
{
	return !isnan(ev->event_ns) && aisp_is_gpu_busy(ev);
}

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double bound_ns = 0.02 * ev->call_ns + 20e3 * ev->call_ns / ev->sample_ns;

	if (isnan(ev->event_ns))
		return aisp_find(f, AISP_VERDICT_FAIL, "the worker reports no events");
	if (fabs(ev->call_ns - ev->event_ns) > bound_ns)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.4g us from outside, %.4g us by events%s",
				 ev->call_ns / 1e3, ev->event_ns / 1e3,
				 aisp_is_gpu_busy(ev) ? ": GPU busy" : "");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_event_timing_gaps = {
	.id = "timing.event_timing_gaps",
	.cheat = "records events that do not enclose the work, or reports false times",
	.defence = "events compared with the judge's own clock",
	.incident = NULL,
	.is_majority = true,
	.is_of_gpu = true,
	.is_noise = is_noise,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_call_ns, AISP_FACT_sample_ns },
	.judge = judge,
};
