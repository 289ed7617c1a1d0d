/* SPDX-License-Identifier: MIT
 *
 * Prompts go to the fast machines and answers to the cheap ones; but when prompts wait,
 * a cheap machine serves a whole request, in steps as long as a token may take.
 */
#include "workload_hetero.h"

#include "cluster_view.h"

#define LONG 0.5 /* a queue of prompts, of the time to the first token */

static struct answer decide(const struct view *v)
{
	struct answer a = split_at(v, n_first_kind(v->param));

	if (fill_us(v, a.fills_at) < LONG * 1e3 * (double)v->param[FIRST_MS])
		return a;
	a.fills_at = least_to_fill(v, n_first_kind(v->param), v->c.n_machines);
	a.step_tokens = tokens_in_time(v, a.fills_at);
	a.makes_at = a.fills_at;
	return a;
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "cheap machines help with prompts that wait",
	.run = run,
};
