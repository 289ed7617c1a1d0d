/* SPDX-License-Identifier: MIT
 *
 * Who would be late is turned away, and so is a long prompt unless the queue is short:
 * it takes the place of several short ones, each of which counts as much.
 */
#include "workload_reject.h"

#include "reject_view.h"

#define PRICE 3 /* of work of its own, over that of others before it */

static struct answer decide(const struct view *v)
{
	struct answer a = together(v, SOME);
	double own_us = steps_us(v, a.fills_at, v->c.request[v->now][PROMPT]);

	return first_token_us(v, a.fills_at) + PRICE * own_us < limit_us(v)
		       ? a
		       : rejected();
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the longer a prompt, the shorter the queue that it may find",
	.run = run,
};
