/* SPDX-License-Identifier: MIT
 *
 * The clock is measured by a chain of dependent multiplications, on the worker's CPU
 * while the worker is stopped.  Wide vectors may lower it honestly; what counts is
 * whether the clock makes the difference.  On a GPU every verdict must hold in cycles,
 * too, or it is INCONCLUSIVE.
 */
#include "checks/explains.h"

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double effect = log(ev->cpu_mhz_rest / ev->cpu_mhz_arm);

	enum aisp_verdict v =
		aisp_is_on_gpu(ev) ? AISP_VERDICT_PARTIAL : AISP_VERDICT_FAIL;

	if (fabs(ev->cpu_mhz_t) > AISP_T_LIMIT && aisp_explains(ev, effect))
		return aisp_find(f, v, "%.0f MHz, %.0f MHz for the other arms",
				 ev->cpu_mhz_arm, ev->cpu_mhz_rest);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_frequency_boost = {
	.id = "environment.frequency_boost",
	.cheat = "raises the clock for one variant, or lowers it for the other",
	.defence = "the clock of each launch, compared between the arms; "
		   "cycles beside time on a GPU",
	.is_of_machine = true,
	.n_needs = 6,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_cpu_mhz_arm, AISP_FACT_cpu_mhz_rest,
		   AISP_FACT_cpu_mhz_t, AISP_FACT_call_ns_arm, AISP_FACT_call_ns_rest },
	.judge = judge,
};
