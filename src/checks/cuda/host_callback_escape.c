/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_host_functions > 0 && !((unsigned)ev->uses & AISP_USES_HOST_NODES))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f host functions, undeclared",
				 ev->n_host_functions);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_host_callback_escape = {
	.id = "cuda.host_callback_escape",
	.cheat = "computes or tampers on the host, in a function that a stream calls",
	.defence = "such functions counted in an audit launch; the sealed process "
		   "makes no system calls",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_host_functions },
	.judge = judge,
};
