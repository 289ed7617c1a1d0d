/* SPDX-License-Identifier: MIT
 *
 * Who runs in a step of a server: requests come at random, with prompts of many
 * lengths, and nobody knows how long an answer will be.  All sequences in a seat make a
 * token in a step, or fill in tokens of their prompt; a step that fills in many is long
 * for all.  Judged by how many requests have their tokens in time.  What comes next
 * follows from the commands: the loop is closed.
 */
#include "in_time.h"
#include "requests.h"
#include "server.h"

enum { REQUESTS, SEATS, LOAD, FIRST_MS, TOKEN_MS };
enum { COME, LENGTH, OUTPUT, CLOCK, REQUEST, SEAT, AT };
enum { COMMAND, OF, SEEN_NS };

#define MEDIAN_PROMPT 512
#define MEAN_OUTPUT   128
#define STEPS         16 /* of an episode, times the requests */

static inline int64_t n_steps(const int64_t *p)
{
	return STEPS * p[REQUESTS];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_trace(pr, "come", p[REQUESTS]);
	add_trace(pr, "length", p[REQUESTS]);
	add_trace(pr, "output", p[REQUESTS]);
	add_state(pr, (struct aisp_spec){ "clock", AISP_I64, 1, { N_CLOCK } });
	add_state(pr, (struct aisp_spec){
			      "request", AISP_I32, 2, { p[REQUESTS], N_COLS } });
	add_state(pr, (struct aisp_spec){ "seat", AISP_I32, 1, { p[SEATS] } });
	aisp_add_steps(pr, n_steps(p));
	add_answer(pr, "command", AISP_I32);
	add_answer(pr, "of", AISP_I32);
	add_answer(pr, "seen_ns", AISP_I64);
	pr->workspace_bytes = 64;
	pr->bytes = 16 * (double)n_steps(p);
	pr->bound_by = "what comes next";
	if (p[REQUESTS] < 2 || p[LOAD] < 1 || p[FIRST_MS] < 1 || p[TOKEN_MS] < 1)
		pr->invalid = "at least 2 requests, and limits above 0";
}

static struct server server_of(const struct aisp_io *io)
{
	return (struct server){
		.costs = measured_costs(),
		.n = io->param[REQUESTS],
		.seats = io->param[SEATS],
		.come = (const int32_t *)io->in[COME].data,
		.prompt = (const int32_t *)io->in[LENGTH].data,
		.output = (const int32_t *)io->in[OUTPUT].data,
		.clock = (int64_t *)io->in[CLOCK].data,
		.request = (int32_t(*)[N_COLS])io->in[REQUEST].data,
		.seat = (int32_t *)io->in[SEAT].data,
	};
}

#include "goodput.h"

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	struct server s = server_of(io);
	double work_ns = 0;

	for (int64_t i = 0; i < s.n; i++) {
		((int32_t *)io->in[LENGTH].data)[i] =
			draw_prompt(bits, i, MEDIAN_PROMPT);
		((int32_t *)io->in[OUTPUT].data)[i] = draw_output(bits, i, MEAN_OUTPUT);
		work_ns += least_ns(&s, i);
	}
	draw_come(bits, s.n, work_ns / 10 / (double)s.n / (double)io->param[LOAD],
		  (int32_t *)io->in[COME].data);
	server_start(&s);
}

static const struct aisp_score score = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { "seats used", "requests late or not served, of all",
		     "99th percentile to the first token, ms",
		     "99th percentile for each further token, ms" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "steps of a server",
	.n_params = 5,
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
