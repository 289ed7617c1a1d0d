/* SPDX-License-Identifier: MIT
 *
 * server_row.h - the contract that rows of one server share: in each step a command
 * gives a seat, takes one away, or says how many tokens of prompts are filled in. Such
 * a row's workload includes it and states its parameters, of which the first are these.
 * It may define SERVER_OF(io, server), which changes the server, LEAST_OUTPUT
 * and MOST_OF_OUTPUT, tokens of an answer, and SCORE_OF_ITS_OWN.
 */
#ifndef SERVER_ROW_H
#define SERVER_ROW_H

#include "in_time.h"
#include "requests.h"
#include "server.h"

enum { REQUESTS, SEATS, LOAD, FIRST_MS, TOKEN_MS, N_SHARED };
enum { ROOM = N_SHARED, LINK }; /* of a row with them */
enum { COME, LENGTH, OUTPUT, CLOCK, REQUEST, SEAT, AT };
enum { COMMAND, OF, SEEN_NS };

#define MEDIAN_PROMPT 512
#define MEAN_OUTPUT   128
#define STEPS         16 /* of an episode, times the requests */

#ifndef SERVER_OF
#define SERVER_OF(io, server) ((void)0)
#endif
#ifndef LEAST_OUTPUT
#define LEAST_OUTPUT 1
#endif
#ifndef MOST_OF_OUTPUT
#define MOST_OF_OUTPUT MOST_OUTPUT
#endif

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
	struct server s = {
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

	SERVER_OF(io, s);
	return s;
}

#include "goodput.h"

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	struct server s = server_of(io);
	double work_ns = 0;

	for (int64_t i = 0; i < s.n; i++) {
		int32_t output = draw_output(bits, i, MEAN_OUTPUT);

		((int32_t *)io->in[LENGTH].data)[i] =
			draw_prompt(bits, i, MEDIAN_PROMPT);
		((int32_t *)io->in[OUTPUT].data)[i] =
			within(output, LEAST_OUTPUT, MOST_OF_OUTPUT);
		work_ns += least_ns(&s, i);
	}
	draw_come(bits, s.n, work_ns / 10 / (double)s.n / (double)io->param[LOAD],
		  (int32_t *)io->in[COME].data);
	server_start(&s);
}

#ifndef SCORE_OF_ITS_OWN
static const struct aisp_score score = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { "seats used", "requests late or not served, of all",
		     "99th percentile to the first token, ms",
		     "99th percentile for each further token, ms" },
	.compute = compute,
	.bound = bound,
};
#endif

#endif
