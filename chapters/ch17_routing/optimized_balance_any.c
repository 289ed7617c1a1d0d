/* SPDX-License-Identifier: MIT
 *
 * Every machine does both: a request stays on the machine that it came to, and its
 * prompt is filled in piece by piece (A. Agrawal et al., Sarathi-Serve, OSDI 2024).
 */
#include "workload_balance.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return together(v, SOME);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prompts and answers on every machine, prompts in pieces",
	.run = run,
};
