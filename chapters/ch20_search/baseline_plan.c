/* SPDX-License-Identifier: MIT
 *
 * As many GPUs share a layer as memory requires, in one node or not; the others are
 * replicas.
 */
#include "workload_plan.h"

#include "plan_run.h"

static struct plan choose(const int64_t *p, const int32_t *job)
{
	struct plan plan = { 1, 1, 0 };

	for (; plan.tensor <= job[GPUS]; plan.tensor *= 2)
		if (is_plan(job, plan) && fits(p, job, plan))
			return plan;
	return (struct plan){ job[GPUS], 1, 1 };
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "as many GPUs per layer as memory requires",
	.run = run,
};
