/* SPDX-License-Identifier: MIT
 *
 * A worker is stopped while its inputs are written, and must answer an empty
 * command between being resumed and the bell: that time is all that a variant can
 * have before the bell, and one that computes in it answers late.  Who answers late
 * gets other inputs, for a tenth of a second.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double limit_ns = aisp_wake_limit_ns(ev->wake_empty_ns);

	if (ev->is_spin != 1)
		return aisp_find(
			f, AISP_VERDICT_PARTIAL,
			"judge and worker share CPUs: waking up takes any time");
	if (ev->wake_ns > limit_ns)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "busy for %.3g us before the bell, limit %.3g us",
				 ev->wake_ns / 1e3, limit_ns / 1e3);
	if (ev->wake_ns > 0.01 * ev->sample_ns)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.3g us before the bell, beside samples of %.3g us",
				 ev->wake_ns / 1e3, ev->sample_ns / 1e3);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_early_start = {
	.id = "timing.early_start",
	.cheat = "does not return, and works on the next inputs before the bell rings",
	.defence =
		"stopped while inputs are written; the time until the bell is measured",
	.is_majority = true,
	.n_needs = 4,
	.needs = { AISP_FACT_is_spin, AISP_FACT_wake_ns, AISP_FACT_wake_empty_ns,
		   AISP_FACT_sample_ns },
	.judge = judge,
};
