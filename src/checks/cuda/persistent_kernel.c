/* SPDX-License-Identifier: MIT
 *
 * A call whose kernel never ends has no answer: the judge's limit ends the launch.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->n_unended > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f kernels or copies had no end when a call was "
				 "over",
				 ev->n_unended);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "no kernel outlived its call; a call may take %.3g s",
			 ev->limit_ns / 1e9);
}

const struct aisp_check aisp_check_cuda_persistent_kernel = {
	.id = "cuda.persistent_kernel",
	.cheat = "leaves a kernel on the GPU that serves later calls, or takes the "
		 "other side's time",
	.defence = "a call ends when the device is idle, or is killed; each launch has "
		   "a process of its own",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_unended, AISP_FACT_limit_ns },
	.judge = judge,
};
