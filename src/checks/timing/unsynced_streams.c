/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_streams > 1 && !((unsigned)ev->uses & AISP_USES_STREAMS))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f streams got work, and the workload declares "
				 "none but the judge's",
				 ev->n_streams);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_unsynced_streams = {
	.id = "timing.unsynced_streams",
	.cheat = "puts its work on streams of its own, "
		 "which a clock on one stream does not see",
	.defence = "the clock stops when the whole device is idle; "
		   "streams counted in an audit launch",
	.incident = "Locus and KernelBench, 2025: a third of generated kernels",
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_streams },
	.judge = judge,
};
