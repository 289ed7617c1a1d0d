/* SPDX-License-Identifier: MIT
 *
 * A step has a fixed number of tokens: those of who makes one come first, prompts are
 * filled in with what is left, piece by piece (A. Agrawal et al., Sarathi-Serve, OSDI
 * 2024).
 */
#include "workload_batching.h"

#include "view.h"

#define STEP_TOKENS 512

static struct command decide(const struct view *v)
{
	return in_steps_of(v, STEP_TOKENS);
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prompts in pieces, so that no step is long",
	.run = run,
};
