/* SPDX-License-Identifier: MIT
 *
 * In the order of arrival, but short prompts share a step as long as the step's time is
 * that of reading the weights.
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
