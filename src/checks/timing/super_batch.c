/* SPDX-License-Identifier: MIT
 *
 * Calls of one sample share a reading of the clock; once each launch they have one
 * each.  1 us is for the ring, 100 us for threads that must be woken.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double limit_ns = 2 * ev->call_ns + (ev->n_threads_allowed > 1 ? 100e3 : 1e3);

	if (ev->n_deferred > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f calls were answered before their outputs",
				 ev->n_deferred);
	if (ev->alone_ns > limit_ns)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.3g us alone, %.3g us among others",
				 ev->alone_ns / 1e3, ev->call_ns / 1e3);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_super_batch = {
	.id = "timing.super_batch",
	.cheat = "records the arguments of calls and computes them together in the "
		 "last one",
	.defence = "calls rung one by one must take as long as those of a sample, and "
		   "answer with their outputs",
	.incident = "reference-kernels issue 104: 1.7 to 3.9 times by one launch for "
		    "15 calls",
	.is_majority = true,
	.n_needs = 4,
	.needs = { AISP_FACT_alone_ns, AISP_FACT_call_ns, AISP_FACT_n_deferred,
		   AISP_FACT_n_threads_allowed },
	.judge = judge,
};
