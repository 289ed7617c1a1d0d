/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples != ev->n_samples_planned || !(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f of %.0f samples, %.3g ns each", ev->n_samples,
				 ev->n_samples_planned, ev->call_ns);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "all samples are there, in the judge's memory");
}

const struct aisp_check aisp_check_isolation_sample_forging = {
	.id = "isolation.sample_forging",
	.cheat = "looks for the samples in memory and writes better ones",
	.defence = "samples are taken and kept in another process; what the worker "
		   "reports is not read",
	.incident = "pygpubench: event_array, stack_sig_scan",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned,
		   AISP_FACT_call_ns },
	.judge = judge,
};
