/* SPDX-License-Identifier: MIT
 *
 * The roof is the best rate measured on this machine. Before a call counts as too fast,
 * the judge measures the roof again (src/judge/sol.c).
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->sol_fraction > AISP_ROOF_ERROR)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.3g times the speed of light of this machine, or "
				 "the workload counts more flops or bytes than the "
				 "best algorithm needs",
				 ev->sol_fraction);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_physics_floor = {
	.id = "timing.physics_floor",
	.cheat = "any cheat, also an unknown one, that needs less time than the "
		 "machine can",
	.defence = "no call may be faster than the measured peak allows for the "
		   "workload's own flops and bytes",
	.incident =
		"reference-kernels issue 159; CUDA-L1 2025: 600x by never computing",
	.is_majority = true,
	.is_of_roof = true,
	.n_needs = 1,
	.needs = { AISP_FACT_sol_fraction },
	.judge = judge,
};
