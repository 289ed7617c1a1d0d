/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples != ev->n_samples_planned || !(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f of %.0f samples, %.3g ns each", ev->n_samples,
				 ev->n_samples_planned, ev->call_ns);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "the judge's samples by the judge's rule");
}

const struct aisp_check aisp_check_evaluation_metric_definition_gaming = {
	.id = "evaluation.metric_definition_gaming",
	.cheat = "redefines what is counted as faster",
	.defence = "one rule in the judge: paired launches, medians of all samples; "
		   "flops and bytes are the workload's",
	.incident = "MLPerf 2019; HANS 2019",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned,
		   AISP_FACT_call_ns },
	.judge = judge,
};
