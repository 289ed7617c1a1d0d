/* SPDX-License-Identifier: MIT
 *
 * Two kinds of machines: those of the second do fewer operations a second, read memory
 * about as fast, and cost less.  Which of them fill in prompts, and which make tokens?
 * All machines are paid for all the time.  Judged by what 10^6 tokens cost that came in
 * time, in seconds of a machine of the first kind.
 */
#define COSTS_OF(param, machine) costs_of_kind(param, machine)

#include "server.h"

static struct costs costs_of_kind(const int64_t *p, int64_t m);

#include "cluster_row.h"

enum { FLOPS = N_SHARED, BYTES, PRICE, N_PARAMS };

/* The first half of the machines is of the first kind, which was measured. */
static inline int64_t n_first_kind(const int64_t *p)
{
	return p[MACHINES] / 2;
}

static struct costs costs_of_kind(const int64_t *p, int64_t m)
{
	struct costs c = measured_costs();

	if (m < n_first_kind(p))
		return c;
	c.token_ps = 100 * c.token_ps / p[FLOPS];
	c.pair_ps = 100 * c.pair_ps / p[FLOPS];
	c.weights_ns = 100 * c.weights_ns / p[BYTES];
	c.kv_ps = 100 * c.kv_ps / p[BYTES];
	return c;
}

#include "price.h"

static const struct aisp_score score = {
	.name = "machine seconds for 10^6 tokens in time",
	.figures = { CLUSTER_FIGURES },
	.compute = price,
	.bound = least_price,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "machines of two kinds, for prompts and for answers",
	.n_params = N_PARAMS,
	.params = { { "requests", 97, 512, 1024, "requests of an episode" },
		    { "machines", 4, 4, 8, "half of each kind" },
		    { "seats", 16, 128, 128, "sequences that a machine has room for" },
		    { "load", 75, 75, 75,
		      "work that comes, of what machines of the first kind can do, in "
		      "%" },
		    { "prompts", 512, 512, 512, "median tokens of a prompt" },
		    { "answers", 128, 128, 128, "mean tokens of an answer" },
		    { "first_ms", 500, 500, 500, "time to the first token, at most" },
		    { "token_ms", 10, 10, 10,
		      "mean time for each further token, at most" },
		    { "link", 50, 50, 50,
		      "10^9 byte a second from machine to machine" },
		    { "flops", 40, 40, 40,
		      "operations a second of the second kind, % of the first's" },
		    { "bytes", 90, 90, 90, "likewise its memory" },
		    { "price", 50, 50, 50, "likewise its price" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
