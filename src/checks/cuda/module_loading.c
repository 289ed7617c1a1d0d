/* SPDX-License-Identifier: MIT
 *
 * Requests count: a sealed worker may be refused what an untimed launch gets.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_modules > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f modules asked for in a call", ev->n_modules);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_module_loading = {
	.id = "cuda.module_loading",
	.cheat = "loads or compiles GPU code in calls, "
		 "so that what is checked is not what is timed",
	.defence = "modules and libraries that a call loads are counted in an audit "
		   "launch; code is loaded in setup()",
	.is_of_gpu = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_modules },
	.judge = judge,
};
