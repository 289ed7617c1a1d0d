/* SPDX-License-Identifier: MIT
 *
 * One prompt after the other, in the order in which they came, each in a step of its
 * own.
 */
#include "workload_prefill_worker.h"

#include "view.h"

static struct command decide(const struct view *v)
{
	return v->clock[N_SEATED] ? (struct command){ STEP_ON, ALL }
				  : admit_or_step(v, ALL);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a step for each prompt, first come, first served",
	.run = run,
};
