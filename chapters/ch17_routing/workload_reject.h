/* SPDX-License-Identifier: MIT
 *
 * Which requests are rejected when more come than a machine can serve: the policy says
 * so at once, before anything was computed for the request.  Accepted requests are
 * served in the order of arrival.  Judged by the share of all requests that have their
 * tokens in time: a rejected request has failed as much as a late one.
 */
#include "cluster_row.h"

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "requests rejected under load",
	.n_params = N_SHARED,
	.params = { { "requests", 97, 512, 1024, "requests of an episode" },
		    { "machines", 1, 1, 4, "each request goes to one" },
		    { "seats", 16, 128, 128, "sequences that a machine has room for" },
		    { "load", 200, 150, 150,
		      "work that comes, of what machines can do at best, in %" },
		    { "prompts", 512, 512, 512, "median tokens of a prompt" },
		    { "answers", 128, 128, 128, "mean tokens of an answer" },
		    { "first_ms", 500, 500, 500, "time to the first token, at most" },
		    { "token_ms", 30, 30, 30,
		      "mean time for each further token, at most" },
		    { "link", 50, 50, 50,
		      "10^9 byte a second from machine to machine" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score_in_time,
	.next = next,
};
