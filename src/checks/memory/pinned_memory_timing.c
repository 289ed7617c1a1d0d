/* SPDX-License-Identifier: MIT
 *
 * The worker waits for its GPU; whether it did, fingerprints of the outputs say,
 * taken by the judge at the answer and again later.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (ev->n_late > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f outputs changed after the answer", ev->n_late);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "all bytes were there at the answer, by their fingerprints");
}

const struct aisp_check aisp_check_memory_pinned_memory_timing = {
	.id = "memory.pinned_memory_timing",
	.cheat = "starts a copy between pinned memory and the GPU, and does not wait "
		 "for it",
	.defence = "the clock stops when the whole device is idle; outputs have the "
		   "same fingerprint at the answer and later",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_late },
	.judge = judge,
};
