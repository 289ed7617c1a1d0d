/* SPDX-License-Identifier: MIT
 *
 * Requests with two promises: every third comes from a person at a screen, who is
 * promised a first token within first_ms and each further one within token_ms; the
 * others come from programs, and may take `patience` times as long.  Judged by how many
 * requests are in time by their own promise.
 */
#define SCORE_OF_ITS_OWN

#include "server_row.h"

enum { PATIENCE = N_SHARED };

#define EVERY 3

static inline bool is_urgent(int64_t i)
{
	return i % EVERY == 0;
}

/* What request i was promised. */
static inline struct limits promised(const int64_t *p, int64_t i)
{
	int64_t times = is_urgent(i) ? 1 : p[PATIENCE];

	return limits_ms(times * p[FIRST_MS], times * p[TOKEN_MS]);
}

/* Counts of one class of requests: all, and those in time. */
struct count {
	double n, n_in_time;
};

static double share_late(const struct count *c)
{
	return 1 - c->n_in_time / fmax(c->n, 1);
}

/* One is added to the requests in time: no ratio of scores divides by zero. */
static double compute_by_class(const struct aisp_io *io, double *figures)
{
	struct server s = server_new(io);
	struct count c[2] = { 0 };

	if (s.request)
		figures[0] = play(&s, io);
	for (int64_t i = 0; i < s.n && s.request; i++) {
		struct limits l = promised(io->param, i);

		c[is_urgent(i)].n++;
		c[is_urgent(i)].n_in_time += is_in_time(s.request[i], &l);
	}
	free(s.clock);
	figures[1] = share_late(&c[true]);
	figures[2] = share_late(&c[false]);
	return (1 + c[0].n_in_time + c[1].n_in_time) / span_s(&s);
}

static double bound_of_patient(const struct aisp_io *io)
{
	struct server s = server_of(io);
	struct limits l = promised(io->param, 1);

	return (1 + most_in_time(&s, &l, 1)) / span_s(&s);
}

static const struct aisp_score score_by_class = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { "seats used", "urgent ones late or not served, of these",
		     "others late or not served, of these" },
	.compute = compute_by_class,
	.bound = bound_of_patient,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "requests with different deadlines",
	.n_params = N_SHARED + 1,
	.params = { { "requests", 67, 384, 1024, "requests of an episode" },
		    { "seats", 16, 64, 64, "sequences that the server has room for" },
		    { "load", 95, 110, 120,
		      "work that comes, of what a server can do at best, in %" },
		    { "first_ms", 250, 250, 250,
		      "time to the first token of an urgent one, at most" },
		    { "token_ms", 15, 15, 15,
		      "mean time for each further token of it, at most" },
		    { "patience", 8, 8, 8, "times as long for the others" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score_by_class,
	.next = next,
};
