/* SPDX-License-Identifier: MIT
 *
 * Nobody looks at promises: who came first gets the next seat, and steps have 512
 * tokens (A. Agrawal et al., Sarathi-Serve, OSDI 2024).
 */
#include "workload_classes.h"

#include "view.h"

static struct command decide(const struct view *v)
{
	return in_steps_of(v, 512);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "first come, first served, in pieces of 512 tokens",
	.run = run,
};
