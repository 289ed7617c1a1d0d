/* SPDX-License-Identifier: MIT
 *
 * Every machine does both, in steps that are as long as a token may take: what answers
 * read is known, and what is left of the time is for prompts.  A request goes where
 * least is to be filled in.
 */
#include "workload_disagg.h"

#include "cluster_view.h"

#define SHARE 0.9 /* of the time for a token; who comes makes steps longer */
#define FEW   64  /* tokens of a step, at least */

/* Of a step that ends in time for all that make tokens. */
static int32_t tokens_in_time(const struct view *v, int64_t m)
{
	const struct costs *c = &v->c.costs[m];
	double ns = SHARE * 1e6 * (double)v->param[TOKEN_MS];

	ns -= 1e-3 * (double)c->kv_ps * (double)v->of[m].kv;
	return (int32_t)fmax(1e3 * ns / (double)c->token_ps, FEW);
}

static struct answer decide(const struct view *v)
{
	int32_t m = least_to_fill(v, 0, v->c.n_machines);

	return (struct answer){ m, m, tokens_in_time(v, m) };
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both on each machine, in steps of the time that a token has",
	.run = run,
};
