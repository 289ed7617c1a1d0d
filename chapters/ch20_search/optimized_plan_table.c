/* SPDX-License-Identifier: MIT
 *
 * A table, as teams keep one: how many GPUs share a layer by how many weights there
 * are, never more than a node has.  A job that still does not fit is cut into stages,
 * and at last its activations are computed again.
 */
#include "workload_plan.h"

#include "plan_run.h"

static int32_t tensor_of(double weights)
{
	static const struct {
		double below;
		int32_t tensor;
	} table[] = { { 1e9, 1 }, { 1e10, 2 }, { 3e10, 4 }, { INFINITY, 8 } };
	int i = 0;

	while (weights >= table[i].below)
		i++;
	return table[i].tensor;
}

static struct plan choose(const int64_t *p, const int32_t *job)
{
	struct plan plan = { tensor_of(weights_of(job)), 1, 0 };

	for (; plan.again < 2; plan.again++)
		for (plan.stages = 1; plan.tensor * plan.stages <= job[GPUS];
		     plan.stages *= 2)
			if (is_plan(job, plan) && fits(p, job, plan))
				return plan;
	return (struct plan){ 1, 1, 1 };
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a table by the size of the model, then stages",
	.run = run,
};
