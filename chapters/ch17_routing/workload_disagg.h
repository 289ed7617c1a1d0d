/* SPDX-License-Identifier: MIT
 *
 * Which machine fills in a prompt, and which makes the tokens of its answer: the same,
 * or another to which keys and values are sent.  Requests come at random with prompts
 * of many lengths, and nobody knows how long an answer will be; all arms have the same
 * machines.  Judged by how many requests have their tokens in time.
 */
#include "cluster_row.h"

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "prompts and answers, on the same machines or on others",
	.n_params = N_SHARED,
	.params = { { "requests", 97, 512, 1024, "requests of an episode" },
		    { "machines", 4, 4, 8, "of one kind, whoever does what" },
		    { "seats", 16, 128, 128, "sequences that a machine has room for" },
		    { "load", 75, 75, 75,
		      "work that comes, of what machines can do at best, in %" },
		    { "prompts", 512, 512, 512, "median tokens of a prompt" },
		    { "answers", 128, 128, 128, "mean tokens of an answer" },
		    { "first_ms", 500, 500, 500, "time to the first token, at most" },
		    { "token_ms", 8, 8, 8,
		      "mean time for each further token, at most" },
		    { "link", 50, 50, 50,
		      "10^9 byte a second from machine to machine" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score_in_time,
	.next = next,
};
