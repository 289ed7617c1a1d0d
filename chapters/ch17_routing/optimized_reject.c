/* SPDX-License-Identifier: MIT
 *
 * Rejects a request whose first token would be late because of the prompts before it
 * (R. Qin et al., Mooncake, arXiv:2407.00079, section 7).
 */
#include "workload_reject.h"

#include "reject_view.h"

static struct answer decide(const struct view *v)
{
	struct answer a = together(v, SOME);

	return first_token_us(v, a.fills_at) < limit_us(v) ? a : rejected();
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rejects requests that the queued prompts would make late",
	.run = run,
};
