/* SPDX-License-Identifier: MIT
 *
 * The order of prompts on a machine that only prefills: prompts of many lengths come at
 * random, and each leaves with its first token for the machine that makes the others.
 * Judged by how many have their first token in time.
 */
#define MOST_OF_OUTPUT 1

#include "server_row.h"

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "steps of a machine for prompts (prefill)",
	.n_params = N_SHARED,
	.params = { { "requests", 67, 512, 1024, "requests of an episode" },
		    { "seats", 16, 64, 64, "prompts that the machine has room for" },
		    { "load", 90, 90, 90,
		      "work that comes, of what a machine can do at best, in %" },
		    { "first_ms", 250, 250, 250, "time to the first token, at most" },
		    { "token_ms", 30, 30, 30,
		      "of no use here: the first is the last" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
