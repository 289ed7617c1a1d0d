/* SPDX-License-Identifier: MIT
 *
 * All requests are accepted, as by a server that has no rule.
 */
#include "workload_reject.h"

#include "reject_view.h"

static struct answer decide(const struct view *v)
{
	return together(v, SOME);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all requests are accepted",
	.run = run,
};
