/* SPDX-License-Identifier: MIT
 *
 * How many machines fill in prompts and how many make tokens, when requests change
 * during the day: long prompts with short answers at noon, short prompts with long
 * answers at midnight.  An episode is a day.  Judged by how many requests have their
 * tokens in time; a figure beside it is the best fixed split, chosen with hindsight.
 */
#define SWING_OF(param) (param)[N_SHARED]

#include "cluster_row.h"

#include "cluster_view.h"

/* Requests in time per second if the first n machines fill in all day. */
static double split_score(const struct aisp_io *io, int64_t n)
{
	struct cluster c = cluster_new(io);
	struct server s = all_of(&c);
	struct limits l = limits_of(io);
	double n_in_time = 0;

	for (int64_t i = 0; i < c.n && c.machine; i++) {
		struct answer a;
		struct view v;

		cluster_show(&c, i);
		v = view_of(&c, io->param, i, NULL);
		a = split_at(&v, n);
		cluster_give(&c, i, &a);
	}
	if (c.machine) {
		cluster_until(&c, c.n, INT64_MAX);
		n_in_time = tally_of(&s, &l).n_in_time;
	}
	free(c.machine);
	return (1 + n_in_time) / span_s(&s);
}

static double compute_beside_splits(const struct aisp_io *io, double *figures)
{
	double best = 0;

	for (int64_t n = 1; n < io->param[MACHINES]; n++)
		best = fmax(best, split_score(io, n));
	figures[4] = best;
	return compute(io, figures);
}

static const struct aisp_score score = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { CLUSTER_FIGURES, "the best split that stays, in time a second" },
	.compute = compute_beside_splits,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "machines for prompts and for answers, as the day changes",
	.n_params = N_SHARED + 1,
	.params = { { "requests", 97, 768, 1024, "requests of an episode" },
		    { "machines", 4, 8, 8, "of one kind, whoever does what" },
		    { "seats", 16, 128, 128, "sequences that a machine has room for" },
		    { "load", 80, 80, 80,
		      "work that comes, of what machines can do at best, in %" },
		    { "prompts", 512, 512, 512, "median tokens of a prompt" },
		    { "answers", 128, 128, 128, "mean tokens of an answer" },
		    { "first_ms", 500, 500, 500, "time to the first token, at most" },
		    { "token_ms", 10, 10, 10,
		      "mean time for each further token, at most" },
		    { "link", 50, 50, 50,
		      "10^9 byte a second from machine to machine" },
		    { "swing", 300, 300, 300,
		      "prompts longer at noon than in the mean, in %; answers "
		      "shorter" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
