/* SPDX-License-Identifier: MIT
 *
 * Any workspace, a CPU's too.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_kept > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f bytes of workspace were not poisoned",
				 ev->n_kept);
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "new poison in all of the workspace before a call");
}

const struct aisp_check aisp_check_cuda_workspace_pre_compute = {
	.id = "cuda.workspace_pre_compute",
	.cheat = "keeps results, or what is half of them, in the workspace from one "
		 "call to the next",
	.defence = "the judge owns the workspace, poisons it before every call and "
		   "looks that the poison is there",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_kept },
	.judge = judge,
};
