/* SPDX-License-Identifier: MIT
 *
 * A page is more than a call's counters and flags take, and less than data.  Where
 * tensors lie in the host's memory copies are the work.
 */
#include <aisp/check.h>

#define PAGE_BYTES 4096

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_host_data)
		return AISP_VERDICT_PASS;
	if (ev->to_host_bytes > PAGE_BYTES)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.4g bytes copied to the host in a call",
				 ev->to_host_bytes);
	if (ev->n_pinned > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f blocks of host memory that kernels can reach",
				 ev->n_pinned);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_location_cpu_spillover = {
	.id = "location.cpu_spillover",
	.cheat = "lets the host do part of the GPU's work",
	.defence = "data that leaves the GPU in a call is counted in an audit launch, "
		   "and so is host memory that kernels can reach",
	.is_of_gpu = true,
	.n_needs = 4,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_has_host_data, AISP_FACT_to_host_bytes,
		   AISP_FACT_n_pinned },
	.judge = judge,
};
