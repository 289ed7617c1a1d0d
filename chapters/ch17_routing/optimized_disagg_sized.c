/* SPDX-License-Identifier: MIT
 *
 * Every machine does both, in steps that are as long as a token may take: the time that
 * answers need is known, and prompts get what is left.  A request goes to the machine
 * that has the least to fill in.
 */
#include "workload_disagg.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	int32_t m = least_to_fill(v, 0, v->c.n_machines);

	return (struct answer){ m, m, tokens_in_time(v, m) };
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prompts and answers on each machine, steps within a token's time",
	.run = run,
};
