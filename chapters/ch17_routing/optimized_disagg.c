/* SPDX-License-Identifier: MIT
 *
 * Half of the machines fill in prompts, half generate tokens: no prompt delays an
 * answer (Y. Zhong et al., DistServe, OSDI 2024).
 */
#include "workload_disagg.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return split_at(v, v->c.n_machines / 2);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "half of the machines for prompts, half for answers",
	.run = run,
};
