/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->n_streams > 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f streams, among which priority counts",
				 ev->n_streams);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "one stream worked, and the judge's was idle");
}

const struct aisp_check aisp_check_cuda_stream_priority = {
	.id = "cuda.stream_priority",
	.cheat = "works on a stream of high priority, ahead of what shares the GPU",
	.defence = "in a call nothing else runs on the GPU: the judge waits, the other "
		   "side has no process",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_streams },
	.judge = judge,
};
