/* SPDX-License-Identifier: MIT
 *
 * Every machine does both, in steps of a fixed number of tokens: tokens of answers come
 * first, prompts are filled in with what is left (A. Agrawal et al., Sarathi-Serve,
 * OSDI 2024).
 */
#include "workload_disagg.h"

#include "cluster_view.h"

#define STEP_TOKENS_CHUNK 512

static struct answer decide(const struct view *v)
{
	return together(v, STEP_TOKENS_CHUNK);
}

#include "cluster_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "prompts and answers on each machine, prompts in pieces of 512",
	.run = run,
};
