/* SPDX-License-Identifier: MIT
 *
 * A step has a fixed number of tokens: first one for each request that generates, then
 * pieces of prompts with what is left (A. Agrawal et al., Sarathi-Serve, OSDI 2024).
 */
#include "workload_batching.h"

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
	.summary = "prompts in pieces, so that no step is long",
	.run = run,
};
