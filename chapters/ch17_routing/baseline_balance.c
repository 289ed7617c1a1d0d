/* SPDX-License-Identifier: MIT
 *
 * Half of the machines fill in prompts, half make tokens, all day (Y. Zhong et al.,
 * DistServe, OSDI 2024).
 */
#include "workload_balance.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return split_at(v, v->c.n_machines / 2);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "half of the machines for prompts, all day",
	.run = run,
};
