/* SPDX-License-Identifier: MIT
 *
 * Rejects a request that would be late, and a long prompt unless the queue is short: it
 * takes the place of several short ones, each of which counts as much.  The share of
 * the time that a prompt may take falls slowly while there is time, and fast when
 * little is left.
 */
#include "workload_reject.h"

#include "reject_view.h"

#define MOST 0.22 /* of the limit, for a prompt, before the queue */
#define STEP 768  /* tokens: answers have time, and prompts have not */

static struct answer decide(const struct view *v)
{
	struct answer a = together(v, STEP);
	double own_us = steps_us(v, a.fills_at, v->c.request[v->now][PROMPT]);
	double left = 1 - first_token_us(v, a.fills_at) / limit_us(v);

	return left > 0 && own_us < MOST * cbrt(left) * limit_us(v) ? a : rejected();
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rejects late requests, and long prompts in all but short queues",
	.run = run,
};
