/* SPDX-License-Identifier: MIT
 *
 * What a workload may say of its score and its episodes, and what becomes of a score
 * that is no number, or better than the bound.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aisp/episode.h>

#include "judge/contract_score.h"
#include "judge/stamps.h"
#include "tap.h"

static struct aisp_problem made; /* by problem() */
static double value, best;
static struct aisp_score score;
static struct aisp_workload workload;
static struct aisp_contract c;
static struct aisp_scored scored;
static struct aisp_err err;

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	(void)p;
	*pr = made;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first, (void)n, (void)ref, (void)mag;
}

static double compute(const struct aisp_io *io, double *figures)
{
	(void)io;
	figures[0] = 17;
	if (value == -1)
		abort();
	return value;
}

static double bound(const struct aisp_io *io)
{
	(void)io;
	return best;
}

static void start(void)
{
	free(c.fault);
	score = (struct aisp_score){ .name = "points",
				     .figures = { "more", "and more" },
				     .compute = compute };
	workload = (struct aisp_workload){ .abi = AISP_ABI,
					   .title = "by hand",
					   .problem = problem,
					   .reference = reference,
					   .score = &score };
	c = (struct aisp_contract){ .workload = &workload,
				    .fault = calloc(1, sizeof(*c.fault)) };
	err.msg[0] = '\0';
}

/* The fault of a call whose score is v and whose bound, unless NaN, is b. */
static const char *fault_of(double v, double b, int more_is_better)
{
	start();
	value = v;
	best = b;
	score.bound = isnan(b) ? NULL : bound;
	score.more_is_better = more_is_better;
	aisp_contract_score(&c, NULL, &scored);
	return aisp_contract_check(&c, &err) ? err.msg : "";
}

static void test_score(void)
{
	ok(!*fault_of(3, NAN, 0) && scored.value == 3, "a score");
	ok(isnan(scored.bound) && scored.figures[0] == 17, "a figure, and no bound");
	ok(!*fault_of(3, 2, 0) && scored.bound == 2,
	   "less is better: a bound below it");
	ok(!*fault_of(2, 2, 0) && !*fault_of(2, 2, 1), "as good as the bound");
	ok(!*fault_of(2, 3, 1), "more is better: a bound above it");
	ok(strstr(fault_of(1, 2, 0), "better than bound()") && isnan(scored.value),
	   "less than the least");
	ok(strstr(fault_of(3, 2, 1), "better than bound()") != NULL,
	   "more than the most");
	ok(strstr(fault_of(0, NAN, 0), "no score") && isnan(scored.value), "zero");
	ok(strstr(fault_of(INFINITY, NAN, 0), "no score") != NULL, "infinite");
	ok(strstr(fault_of(-1, NAN, 0), "score compute()") && isnan(scored.value),
	   "a function that aborts is named");
}

static struct aisp_spec rows(const char *name, int64_t n)
{
	return (struct aisp_spec){
		.name = name, .dtype = AISP_I64, .rank = 1, .shape = { n }, .by_step = 1
	};
}

/* An episode of 5 steps. */
static void make_episode(void)
{
	start();
	memset(&made, 0, sizeof(made));
	made.n_threads = 1;
	made.n_steps = 5;
	aisp_add_in(&made, rows("seen", 5));
	aisp_add_in(&made, rows("step", 1));
	made.in[1].by_step = 0;
	made.in[1].is_step = 1;
	aisp_add_out(&made, rows("answer", 5));
}

static const char *refusal(void)
{
	err.msg[0] = '\0';
	return aisp_contract_evaluate(&c, &err) ? err.msg : "";
}

static void test_episode(void)
{
	make_episode();
	ok(!*refusal(), "an episode");
	made.out[0].shape[0] = 4;
	ok(strstr(refusal(), "'answer'") && strstr(refusal(), "4 rows"),
	   "as many rows as steps");
	make_episode();
	made.in[0].shape[0] = 6;
	ok(strstr(refusal(), "'seen'") != NULL, "of inputs, too");
	make_episode();
	made.in[1].dtype = AISP_I32;
	ok(strstr(refusal(), "'step'") && strstr(refusal(), "AISP_I64"),
	   "the step is one AISP_I64");
	make_episode();
	made.is_cold = 1;
	ok(strstr(refusal(), "kept from a variant") != NULL, "not cold");
	make_episode();
	made.n_steps = made.in[0].shape[0] = made.out[0].shape[0] = 20000;
	ok(strstr(refusal(), "fewer steps than 20000") && err.is_usage,
	   "nor larger than what can be kept from a variant");
	make_episode();
	made.ranks.n = 2;
	ok(strstr(refusal(), "one process") != NULL, "nor of several processes");
	make_episode();
	made.n_threads = 2;
	ok(!*refusal(), "several threads, where a score is judged");
	score.max_times = 2;
	ok(strstr(refusal(), "one thread") != NULL,
	   "and one, where its time has a limit: none works between steps");
	score.max_times = 0;
	workload.score = NULL;
	ok(strstr(refusal(), "one thread") != NULL, "or where time is judged");
	workload.score = &score;
}

/* There are two stamps a step; a workload with a clock may not have a second thread. */
static void test_clock(void)
{
	int64_t stamps[5][2];
	struct aisp_tensor in[3] = { [2] = { .data = stamps } };
	struct aisp_io io = { .in = in };

	make_episode();
	aisp_add_clock(&made);
	ok(!*refusal(), "an episode with a clock");
	memset(stamps, 1, sizeof(stamps));
	aisp_contract_next(&c, &io, 0);
	ok(!stamps[0][AISP_BEGAN] && !stamps[4][AISP_ANSWERED], "it begins at 0");
	aisp_stamp_answer(&c, &io, 0, 700);
	aisp_contract_next(&c, &io, 1);
	ok(stamps[0][AISP_ANSWERED] == 700 && stamps[1][AISP_BEGAN] == 700,
	   "a step begins when the one before it was answered");
	stamps[1][AISP_BEGAN] = 1000;
	aisp_stamp_answer(&c, &io, 1, 30);
	ok(stamps[1][AISP_ANSWERED] == 1030, "or when next() says, and takes its time");
	made.n_threads = 2;
	ok(strstr(refusal(), "one thread") != NULL, "of one thread");
	made.n_threads = 1;
	made.in[2].is_hidden = 0;
	ok(strstr(refusal(), "'clock'") != NULL, "the clock is the judge's alone");
	made.in[2].is_hidden = 1;
	made.in[2].shape[0] = 4;
	ok(strstr(refusal(), "'clock'") != NULL, "and stamps each step");
}

/* The time from the first step's beginning to the last answer. */
static double compute_span(const struct aisp_io *io, double *figures)
{
	const int64_t(*stamps)[2] = io->in[2].data;

	(void)figures;
	return (double)stamps[4][AISP_ANSWERED];
}

/* What the stamps, and a score of them, would be if the clock had not stood. */
static void test_delay(void)
{
	int64_t stamps[5][2] = {
		{ 0, 10 }, { 10, 30 }, { 1000, 1010 }, { 1010, 1020 }, { 1020, 1030 }
	};
	const double stood_ns[5] = { 1, 100, 5, 5, 5 };
	struct aisp_tensor in[3] = { [2] = { .data = stamps } };
	struct aisp_io io = { .in = in };

	make_episode();
	aisp_add_clock(&made);
	workload.score =
		&(struct aisp_score){ .name = "span", .compute = compute_span };
	ok(!*refusal(), "an episode whose score is of stamps");
	ok(aisp_contract_score_delayed(&c, &io, stood_ns) == 1045,
	   "what the clock stood before an idle time is lost in it");
	ok(stamps[4][AISP_ANSWERED] == 1030 && stamps[1][AISP_BEGAN] == 10,
	   "and the stamps are what they were");
	aisp_stamps_delay(&c, &io, stood_ns);
	ok(stamps[1][AISP_BEGAN] == 11 && stamps[1][AISP_ANSWERED] == 131 &&
		   stamps[2][AISP_BEGAN] == 1000,
	   "each step is as long as before, and what the clock stood");
}

/* A workload that sets n_steps itself may add the clock as its first input. */
static void test_first_clock(void)
{
	int64_t stamps[2] = { 0 };
	struct aisp_tensor in[1] = { { .data = stamps } };
	struct aisp_io io = { .in = in };
	struct aisp_contract first = { .problem.n_steps = 1 };

	ok(!aisp_has_clock(&first.problem), "no clock, no stamps");
	aisp_add_clock(&first.problem);
	ok(aisp_has_clock(&first.problem), "a clock may be the first input");
	aisp_stamp_answer(&first, &io, 0, 700);
	ok(stamps[AISP_ANSWERED] == 700, "and is stamped there");
}

static int64_t shown; /* the step that next() was last called for */

static void next(const struct aisp_io *io, int64_t step)
{
	(void)io;
	shown = step;
	if (step == 4)
		abort();
}

static void test_closed(void)
{
	make_episode();
	made.in[0].by_step = 0;
	made.in[0].by_next = 1;
	ok(strstr(refusal(), "'seen' is by next()") != NULL, "next() must be there");
	workload.next = next;
	ok(!*refusal(), "what follows from the answers");
	made.in[0].by_step = 1;
	ok(strstr(refusal(), "'seen'") != NULL, "is not drawn before");
	made.in[0].by_next = 0;
	made.in[0].is_hidden = 1;
	ok(strstr(refusal(), "hidden") != NULL, "what is hidden is not shown by step");
	made.in[0].by_step = 0;
	ok(!*refusal(), "nor at all");
	workload.score = NULL;
	ok(strstr(refusal(), "next() needs") != NULL, "next() needs a score");
	workload.score = &score;
	made.n_steps = 0;
	made.out[0].by_step = made.in[1].is_step = 0;
	ok(strstr(refusal(), "next() needs") != NULL, "and steps");
	shown = -1;
	aisp_contract_next(&c, NULL, 0);
	ok(shown == -1, "the first step is shown what prepare() made");
	aisp_contract_next(&c, NULL, 1);
	ok(shown == 1 && !aisp_contract_check(&c, &err), "each further one its own");
	aisp_contract_next(&c, NULL, 4);
	ok(aisp_contract_check(&c, &err) && strstr(err.msg, "next()"),
	   "a next() that aborts is named");
}

static void test_names(void)
{
	make_episode();
	ok(aisp_score_n_figures(&score) == 2 && aisp_score_n_figures(NULL) == 0,
	   "figures have names");
	score.name = NULL;
	ok(strstr(refusal(), "a score needs a name") != NULL, "so has a score");
	make_episode();
	score.compute = NULL;
	ok(strstr(refusal(), "compute()") != NULL, "and a function");
}

int main(void)
{
	test_score();
	test_episode();
	test_closed();
	test_clock();
	test_delay();
	test_first_clock();
	test_names();
	free(c.fault);
	return done();
}
