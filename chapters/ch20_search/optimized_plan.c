/* SPDX-License-Identifier: MIT
 *
 * Chooses the least by arithmetic of all plans that fit, with the known rates.
 */
#include "workload_plan.h"

#include "plan_run.h"

static struct plan choose(const int64_t *p, const int32_t *job)
{
	struct rates r = nominal_rates();
	struct plan best = best_plan(p, job, &r);

	return best.tensor ? best : (struct plan){ 1, 1, 1 };
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the plan with the least estimated time among those that fit",
	.run = run,
};
