/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_in_judge == 1)
		return aisp_find(f, AISP_VERDICT_FAIL, "the judge has loaded it, too");
	if (ev->has_load_filter == 1 && ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "samples lie in memory that it cannot reach");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "files or calls by which to reach the judge stay open");
}

const struct aisp_check aisp_check_isolation_sample_forging = {
	.id = "isolation.sample_forging",
	.cheat = "looks for the samples in memory and writes better ones",
	.defence = "samples are taken and kept in another process; what the worker "
		   "reports is not read",
	.incident = "pygpubench: event_array, stack_sig_scan",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_in_judge, AISP_FACT_has_load_filter,
		   AISP_FACT_has_landlock },
	.judge = judge,
};
