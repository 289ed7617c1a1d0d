/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (!(ev->call_ns > 0))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "calls too short for the judge's clock");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "%.4g us a call from outside, the driver's included; the GPU "
			 "ran for %.4g us",
			 ev->call_ns / 1e3, ev->trace_ns / 1e3);
}

const struct aisp_check aisp_check_cuda_driver_overhead = {
	.id = "cuda.driver_overhead",
	.cheat = "spends its time in calls of the driver, which a clock on the GPU "
		 "does not see",
	.defence = "the time that decides is the judge's, from the ring to the answer; "
		   "the GPU's own is reported beside it",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_call_ns, AISP_FACT_trace_ns },
	.judge = judge,
};
