/* SPDX-License-Identifier: MIT
 *
 * A server in real time.  Requests come at random, a prompt and a number of tokens
 * each; the next step of the server sees the requests that come during a step.  The
 * model is recurrent: a state for each request, two layers of weights, and small whole
 * numbers, so that fp32 sums are exact in any order.  Judged by the requests a second
 * that have their tokens in time, by the judge's clock.
 */
#include "serve_model.h"
#include <aisp/goodput.h>

enum { REQUESTS, WIDTH, GAP_US, FIRST_US, TOKEN_US };
enum { COME, WANTED, PROMPT, ANSWER, MADE, SHOWN, STEP, CLOCK };
enum { WHO, TOKEN };
enum { HAS_COME, WANTS, ASKS, N_COLS = ASKS + PROMPT_TOKENS }; /* of SHOWN */

#define SEATS       16     /* tokens of a step, at most */
#define MOST_TOKENS 16     /* of a request */
#define MOST_US     300000 /* of all gaps, in the mean */

static inline void add_hidden(struct aisp_problem *pr, const char *name, int64_t n,
			      int64_t each, int64_t limit)
{
	struct aisp_spec s = { name, AISP_I32, 2, { n, each }, AISP_FILL_INDEX, limit };

	s.is_hidden = 1;
	aisp_add_in(pr, s);
}

static inline void add_answer(struct aisp_problem *pr, const char *name, int is_choice)
{
	struct aisp_spec s = { name, AISP_I32, 2, { pr->n_steps, SEATS } };

	s.is_choice = is_choice;
	s.by_step = 1;
	aisp_add_out(pr, s);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[REQUESTS], steps = n * (PROMPT_TOKENS + MOST_TOKENS);
	struct aisp_spec shown = { "shown",       AISP_I32,        2,
				   { n, N_COLS }, AISP_FILL_INDEX, VOCABULARY };

	add_hidden(pr, "come", n, 1, INT32_MAX);
	add_hidden(pr, "wanted", n, 1, MOST_TOKENS);
	add_hidden(pr, "prompt", n, PROMPT_TOKENS, VOCABULARY);
	add_hidden(pr, "answer", n, MOST_TOKENS, VOCABULARY);
	add_hidden(pr, "made", n, 1, MOST_TOKENS);
	shown.by_next = 1;
	aisp_add_in(pr, shown);
	aisp_add_steps(pr, steps);
	aisp_add_clock(pr);
	add_answer(pr, "who", 1);
	add_answer(pr, "token", 0);
	pr->bound_by = "what comes next";
	if (n < 2 || n > 1024 || p[WIDTH] < 16 || p[WIDTH] > 4096 || p[GAP_US] < 1 ||
	    p[GAP_US] > MOST_US / n || p[FIRST_US] < 1 || p[TOKEN_US] < 1)
		pr->invalid = "requests must be 2 to 1024, width 16 to 4096, gap_us 1 "
			      "to 300000 over requests, first_us and token_us above 0";
}

static inline int32_t *in_i32(const struct aisp_io *io, int i)
{
	return (int32_t *)io->in[i].data;
}

static struct aisp_serve serve_of(const struct aisp_io *io)
{
	return (struct aisp_serve){
		.n = io->param[REQUESTS],
		.n_steps = io->out[WHO].shape[0],
		.seats = SEATS,
		.come = in_i32(io, COME),
		.wanted = in_i32(io, WANTED),
		.who = (const int32_t *)io->out[WHO].data,
		.clock = (const int64_t *)io->in[CLOCK].data,
	};
}

/* Fills in a request's row with what a server may know of it. */
static void show(const struct aisp_io *io, int64_t i)
{
	int32_t *row = in_i32(io, SHOWN) + i * N_COLS;

	row[HAS_COME] = 1;
	row[WANTS] = in_i32(io, WANTED)[i];
	for (int k = 0; k < PROMPT_TOKENS; k++)
		row[ASKS + k] = in_i32(io, PROMPT)[i * PROMPT_TOKENS + k];
}

/* Shows the requests that have come when the step begins. */
static void next(const struct aisp_io *io, int64_t step)
{
	struct aisp_serve s = serve_of(io);
	int64_t *clock = (int64_t *)io->in[CLOCK].data;

	s.made = in_i32(io, MADE);
	aisp_serve_next(&s, clock, step);
	for (int64_t i = 0; i < s.n && s.come[i] <= clock[2 * step + AISP_BEGAN]; i++)
		show(io, i);
}

/* When request i comes, after the one before it: INT32_MAX is seven times MOST_US. */
static int32_t come_ns(const struct aisp_io *io, uint64_t bits, int64_t i,
		       int32_t before)
{
	double gap_ns = -1e3 * (double)io->param[GAP_US] *
			log(1 - aisp_share_unknown(~bits, (uint64_t)i));

	return i ? (int32_t)fmin(before + 1 + gap_ns, INT32_MAX) : 0;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[REQUESTS];
	int32_t *come = in_i32(io, COME), *wanted = in_i32(io, WANTED);
	struct serve_model m = serve_model_new(io->param[WIDTH]);

	memset(in_i32(io, MADE), 0, (size_t)n * sizeof(int32_t));
	memset(in_i32(io, SHOWN), 0, (size_t)(n * N_COLS) * sizeof(int32_t));
	for (int64_t i = 0; i < n; i++) {
		come[i] = come_ns(io, bits, i, i ? come[i - 1] : 0);
		wanted[i] = 1 + (int32_t)(aisp_draw_unknown(bits, (uint64_t)i) %
					  MOST_TOKENS);
		serve_model_answer(&m, in_i32(io, PROMPT) + i * PROMPT_TOKENS,
				   in_i32(io, ANSWER) + i * MOST_TOKENS, wanted[i]);
	}
	show(io, 0);
	serve_model_free(&m);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *answer = in_i32(io, ANSWER);
	struct aisp_serve s = serve_of(io);

	if (!aisp_serve_begin(&s))
		abort();
	for (int64_t at = 0; at < first + n; at++) {
		int64_t step = at / SEATS;
		int32_t i = aisp_serve_named(&s, step, at % SEATS);

		if (at >= first) {
			ref[at - first] = i;
			mag[at - first] = 1;
			if (o == TOKEN && i != AISP_NOBODY)
				ref[at - first] = answer[i * MOST_TOKENS + s.made[i]];
		}
		if (at % SEATS == SEATS - 1)
			aisp_serve_step(&s, step);
	}
	free(s.first);
}

static double compute(const struct aisp_io *io, double *figures)
{
	struct aisp_slo slo = { 1e3 * (double)io->param[FIRST_US],
				1e3 * (double)io->param[TOKEN_US] };
	struct aisp_serve s = serve_of(io);
	double goodput =
		aisp_serve_play(&s) ? aisp_serve_goodput(&s, &slo, figures) : NAN;

	free(s.first);
	return goodput;
}

static double bound(const struct aisp_io *io)
{
	struct aisp_serve s = serve_of(io);

	return aisp_serve_bound(&s);
}

static const struct aisp_score score = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { AISP_SERVE_FIGURES },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "a server in real time",
	.n_params = 5,
	.params = { { "requests", 23, 128, 256, "requests of an episode" },
		    { "width", 80, 512, 512, "numbers of a state" },
		    { "gap_us", 20, 200, 200, "mean time between two requests" },
		    { "first_us", 2000, 2000, 2000,
		      "time to the first token, at most" },
		    { "token_us", 1000, 1000, 1000,
		      "mean time for each further token, at most" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
