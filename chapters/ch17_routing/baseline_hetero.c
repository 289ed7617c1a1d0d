/* SPDX-License-Identifier: MIT
 *
 * Any request anywhere: a machine is as good as any other (A. Agrawal et al.,
 * Sarathi-Serve, OSDI 2024, on each).
 */
#include "workload_hetero.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return together(v, SOME);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "any request anywhere",
	.run = run,
};
