/* SPDX-License-Identifier: MIT
 *
 * Every machine does both: a request goes where the fewest are, and its whole prompt is
 * filled in with the next step (G. Yu et al., Orca, OSDI 2022).
 */
#include "workload_disagg.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return together(v, ALL);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "prompts and answers on each machine, prompts as a whole",
	.run = run,
};
