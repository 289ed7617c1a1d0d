/* SPDX-License-Identifier: MIT
 *
 * Prompts are filled in where operations are fast, tokens are generated where memory is
 * cheapest (P. Patel et al., Splitwise, ISCA 2024).
 */
#include "workload_hetero.h"

#include "cluster_view.h"

static struct answer decide(const struct view *v)
{
	return split_at(v, n_first_kind(v->param));
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prompts to the fast machines, answers to the cheap ones",
	.run = run,
};
