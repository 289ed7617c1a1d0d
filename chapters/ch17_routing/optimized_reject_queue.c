/* SPDX-License-Identifier: MIT
 *
 * Rejects a request that finds too many prompts before it, however long they are.
 */
#include "workload_reject.h"

#include "reject_view.h"

#define MOST_FILLING 12 /* requests, the one in a seat included */

static struct answer decide(const struct view *v)
{
	struct answer a = together(v, SOME);

	return filling_at(v, a.fills_at) < MOST_FILLING ? a : rejected();
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rejects if too many prompts wait",
	.run = run,
};
