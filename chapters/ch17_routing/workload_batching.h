/* SPDX-License-Identifier: MIT
 *
 * Which requests run in a server's step: they come at random, with prompts of many
 * lengths, and nobody knows how long an answer will be.  All sequences in a seat make a
 * token in a step, or fill in tokens of their prompt; a step that fills in many is long
 * for all.  Judged by how many requests have their tokens in time.  What comes next
 * follows from the commands: the loop is closed.
 */
#include "server_row.h"

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "steps of a server",
	.n_params = N_SHARED,
	.params = { { "requests", 67, 384, 1024, "requests of an episode" },
		    { "seats", 16, 64, 64, "sequences that the server has room for" },
		    { "load", 95, 95, 120,
		      "work that comes, of what a server can do at best, in %" },
		    { "first_ms", 500, 500, 500, "time to the first token, at most" },
		    { "token_ms", 30, 30, 30,
		      "mean time for each further token, at most" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
