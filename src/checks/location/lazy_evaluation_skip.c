/* SPDX-License-Identifier: MIT
 *
 * In C: an output that is computed only when somebody looks.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "bytes only, and nobody fills them on a fault");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "a handler of faults could be set");
}

const struct aisp_check aisp_check_location_lazy_evaluation_skip = {
	.id = "location.lazy_evaluation_skip",
	.cheat = "answers with a promise, and computes when the output is read, or "
		 "never",
	.defence = "only bytes in the judge's buffers count; no handler of faults can "
		   "fill them later",
	.incident = "CUDA-L1 2025: a lazy matrix product, 600x",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
