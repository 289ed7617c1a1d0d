/* SPDX-License-Identifier: MIT
 *
 * If the kernel shows no governor, environment.frequency_boost still sees its effect.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->governor != ev->governor_first)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "not the governor of the first launch");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_cpu_governor_mismatch = {
	.id = "environment.cpu_governor_mismatch",
	.cheat = "lets another governor set the CPU's frequency for one variant",
	.defence = "the governor of the worker's CPU, the same in all launches",
	.n_needs = 2,
	.needs = { AISP_FACT_governor, AISP_FACT_governor_first },
	.judge = judge,
};
