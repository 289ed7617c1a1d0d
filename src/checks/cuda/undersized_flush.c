/* SPDX-License-Identifier: MIT
 *
 * The judge reads a mebibyte with one block, so that latency shows: DRAM's is about
 * twice that of L2.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!ev->is_gpu)
		return AISP_VERDICT_NA;
	if (!(ev->flush_cold_ns > 1.25 * ev->flush_hot_ns))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "a flush does not show: %.4g us after it, %.4g us at "
				 "once again",
				 ev->flush_cold_ns / 1e3, ev->flush_hot_ns / 1e3);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "a mebibyte takes %.4g us after a flush, %.4g us without",
			 ev->flush_cold_ns / 1e3, ev->flush_hot_ns / 1e3);
}

const struct aisp_check aisp_check_cuda_undersized_flush = {
	.id = "cuda.undersized_flush",
	.cheat = "finds its data in L2, because a flush was smaller than the cache",
	.defence = "the judge reads three times what L2 holds, and tests that this "
		   "puts data out of it",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_flush_cold_ns, AISP_FACT_flush_hot_ns },
	.judge = judge,
};
