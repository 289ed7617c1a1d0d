/* SPDX-License-Identifier: MIT
 *
 * One machine fills in all prompts, the others generate tokens: enough where answers
 * are long and prompts short.
 */
#include "workload_disagg.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return split_at(v, 1);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one machine for prompts, the others for answers",
	.run = run,
};
