/* SPDX-License-Identifier: MIT
 *
 * In the order in which they came, but short prompts share a step until it has as many
 * tokens as the weights are read for anyway.
 */
#include "workload_prefill_worker.h"

#include "view.h"

#include "prefill_view.h"

static struct command decide(const struct view *v)
{
	return pack(v, first_waiting);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "short prompts share a step",
	.run = run,
};
