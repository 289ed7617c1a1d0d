/* SPDX-License-Identifier: MIT
 *
 * Everybody is accepted: what a server does that has no other rule.
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
