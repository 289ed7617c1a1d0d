/* SPDX-License-Identifier: MIT
 *
 * The limit of the GPU; on the CPU that of its first package.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->power_limit_w != ev->power_limit_w_first)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f W, %.0f W in the first launch",
				 ev->power_limit_w, ev->power_limit_w_first);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_power_limit_difference = {
	.id = "environment.power_limit_difference",
	.cheat = "gives one variant more power than the other",
	.defence = "the limit in force, the same in all launches",
	.n_needs = 2,
	.needs = { AISP_FACT_power_limit_w, AISP_FACT_power_limit_w_first },
	.judge = judge,
};
