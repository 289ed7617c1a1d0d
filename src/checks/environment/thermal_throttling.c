/* SPDX-License-Identifier: MIT
 *
 * The CPU's counts miss nothing; a GPU is asked once after the samples.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_heat_events > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "too hot, %.0f times",
				 ev->n_heat_events);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_thermal_throttling = {
	.id = "environment.thermal_throttling",
	.cheat = "measures one variant on a processor that heat slows down",
	.defence = "the kernel's counts of throttling; NVML's reasons for low clocks",
	.is_majority = true,
	.is_of_machine = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_heat_events },
	.judge = judge,
};
