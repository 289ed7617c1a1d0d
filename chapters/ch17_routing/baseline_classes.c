/* SPDX-License-Identifier: MIT
 *
 * Promises do not count: the request that came first gets the next seat, and steps have
 * 512 tokens (A. Agrawal et al., Sarathi-Serve, OSDI 2024).
 */
#include "workload_classes.h"

#include "view.h"

#define STEP_TOKENS 512

static struct command decide(const struct view *v)
{
	return admit_or_piece(v, STEP_TOKENS);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "first come, first served, in pieces of 512 tokens",
	.run = run,
};
