/* SPDX-License-Identifier: MIT
 *
 * Which requests make tokens on a machine that only decodes: they come from another one
 * with the keys and values of their prompts, which are moved in when one gets a seat.
 * Those of all in seats must fit, and grow by a token each step; the length of an
 * answer is unknown.  If the next tokens do not fit, the request that was seated last
 * is moved out, and waits.  Judged by how many have their tokens in time.
 */
#define LEAST_OUTPUT 2
#define SERVER_OF(io, server)                                                          \
	((server).is_filled = true, (server).room = (io)->param[ROOM],                 \
	 (server).move_ps = 1000 * COST_KV_BYTES / (io)->param[LINK])

#include "server_row.h"

static void problem_of_room(const int64_t *p, struct aisp_problem *pr)
{
	problem(p, pr);
	if (p[ROOM] < 1 || p[LINK] < 1)
		pr->invalid = "room and link must be above 0";
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "steps of a machine for answers (decode)",
	.n_params = N_SHARED + 2,
	.params = { { "requests", 67, 512, 1024, "requests of an episode" },
		    { "seats", 32, 128, 128,
		      "sequences that the machine has room for" },
		    { "load", 20, 30, 30,
		      "work that comes, of what a machine can do that reads no "
		      "weights, "
		      "in %" },
		    { "first_ms", 500, 500, 500,
		      "of no use here: the first token is there" },
		    { "token_ms", 10, 10, 10,
		      "mean time for each further token, at most" },
		    { "room", 16384, 32768, 32768,
		      "tokens whose keys and values it holds" },
		    { "link", 50, 50, 50, "10^9 byte a second, in and out" } },
	.problem = problem_of_room,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
