/* SPDX-License-Identifier: MIT
 *
 * Strategies, races and outcomes on made-up results: ratios come from a table, so that
 * it is known what a search must find.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "tune/judged.h"
#include "tune/race.h"

static struct aisp_err err;
static struct aisp_space space;
static struct aisp_tune_history history;

/* Two hills over a grid of 6 by 6: 1.9 at (1, 1), 2.5 at (4, 4). */
static double ratio_of(int point)
{
	int x = point / 6, y = point % 6;
	double low = 1.9 - 0.3 * (abs(x - 1) + abs(y - 1));
	double high = 2.5 - 0.4 * (abs(x - 4) + abs(y - 4));

	return fmax(fmax(low, high), 0.1);
}

static void begin(void)
{
	aisp_tune_history_init(&history, &space);
}

static bool add(const struct aisp_tune_record *r)
{
	return !aisp_tune_history_add(&history, aisp_tune_record_json(r, &space), &err);
}

static bool propose(int candidate, int point, int pairs, const char *note)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);

	r.candidate = candidate;
	r.point = point;
	r.pairs = pairs;
	r.note = note;
	return add(&r);
}

static bool screen(int candidate, int pairs, double ratio, enum aisp_tune_fate fate)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_SCREENED);

	r.candidate = candidate;
	r.pairs = pairs;
	r.ratio = ratio;
	r.fate = fate;
	return add(&r);
}

static bool end(void)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_ENDED);

	r.end = AISP_TUNE_DONE;
	return add(&r);
}

static bool race(int challenger, int incumbent, enum aisp_word verdict)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_RACED);

	r.candidate = challenger;
	r.incumbent = incumbent;
	r.verdict = verdict;
	r.ratio = 1;
	return add(&r);
}

static bool final(int candidate, int size, enum aisp_word verdict, double ratio,
		  enum aisp_tune_fate fate)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_FINAL);

	r.candidate = candidate;
	r.size = size;
	r.verdict = verdict;
	r.ratio = ratio;
	r.fate = fate;
	return add(&r);
}

/* Runs a strategy's search to its end; returns the number of screenings. */
static int search(const struct aisp_proposer *s, const struct aisp_tune_plan *p)
{
	struct aisp_tune_proposal out[AISP_TUNE_BATCH];
	int n, n_screened = 0;

	begin();
	while ((n = s->next(&history, p, out)) > 0)
		for (int i = 0; i < n; i++) {
			const struct aisp_tune_candidate *c =
				aisp_tune_find_point(&history, out[i].point);
			int id = c ? c->id : history.n_candidates;

			if (!space.is_feasible[out[i].point] ||
			    !propose(id, out[i].point, out[i].pairs, out[i].note) ||
			    !screen(id, out[i].pairs, ratio_of(out[i].point),
				    AISP_TUNE_ALIVE))
				return -1;
			n_screened++;
		}
	return n_screened;
}

static bool has_seen(int point)
{
	return aisp_tune_find_point(&history, point);
}

static int order_of(const struct aisp_tune_plan *p)
{
	search(&aisp_propose_random, p);
	return history.candidates[0].point * 36 + history.candidates[1].point;
}

static void test_blind(void)
{
	struct aisp_tune_plan p = { .seed = 1, .budget = 1000, .pairs = 5 };
	int first;

	ok(search(&aisp_propose_exhaustive, &p) == 35 && history.n_candidates == 35,
	   "exhaustive: every point that holds, once");
	ok(history.candidates[0].point == 0 && history.candidates[34].point == 34,
	   "in the space's order");
	aisp_tune_history_release(&history);
	ok(search(&aisp_propose_random, &p) == 35 && history.n_candidates == 35,
	   "random: the same");
	aisp_tune_history_release(&history);
	first = order_of(&p);
	aisp_tune_history_release(&history);
	ok(order_of(&p) == first, "one seed, one order");
	aisp_tune_history_release(&history);
	p.seed = 2;
	ok(order_of(&p) != first, "another seed, another");
	aisp_tune_history_release(&history);
	p.budget = 7;
	ok(search(&aisp_propose_random, &p) == 7, "the budget holds");
	aisp_tune_history_release(&history);
	ok(search(&aisp_propose_exhaustive, &p) == 7, "for all");
	aisp_tune_history_release(&history);
}

static void test_climb(void)
{
	struct aisp_tune_plan p = { .seed = 3, .budget = 1000, .pairs = 5 };
	struct aisp_tune_proposal out[AISP_TUNE_BATCH];

	begin();
	propose(0, 14, 5, "start"); /* (2, 2): 1.3 by the low hill */
	screen(0, 5, ratio_of(14), AISP_TUNE_ALIVE);
	ok(aisp_propose_climb.next(&history, &p, out) == 4 && out[0].point == 20 &&
		   out[1].point == 8 && out[2].point == 15 && out[3].point == 13,
	   "climb: the four neighbours of the start");
	for (int i = 0; i < 4; i++) {
		propose(i + 1, out[i].point, 5, "");
		screen(i + 1, 5, ratio_of(out[i].point), AISP_TUNE_ALIVE);
	}
	ok(aisp_propose_climb.next(&history, &p, out) == 3 && out[0].point == 2 &&
		   out[1].point == 9 && out[2].point == 7,
	   "then those of the best of them that are new");
	screen(2, 5, 9, AISP_TUNE_INVALID);
	ok(aisp_propose_climb.next(&history, &p, out) == 3 && out[0].point == 19,
	   "who died is no ground to climb from");
	aisp_tune_history_release(&history);
	ok(search(&aisp_propose_climb, &p) == 35, "and from other starts to the end");
	aisp_tune_history_release(&history);
	p.budget = 24;
	search(&aisp_propose_climb, &p);
	ok(has_seen(28) && history.n_candidates == 24,
	   "the higher summit within two thirds of the space");
	aisp_tune_history_release(&history);
}

static void test_halving(void)
{
	const struct aisp_tune_plan p = { .seed = 1, .budget = 16, .pairs = 5 };
	int n = search(&aisp_propose_halving, &p), best = 0;

	ok(n == 16 + 8 + 4 + 2,
	   "halving: 16 for 5 pairs, 8 for 10, 4 for 20, 2 for 40");
	ok(history.n_candidates == 16, "of 16 candidates");
	for (int i = 1; i < 16; i++)
		if (history.candidates[i].ratio > history.candidates[best].ratio)
			best = i;
	ok(history.candidates[best].pairs == 40, "the best was measured longest");
	aisp_tune_history_release(&history);
}

/* How many of 20 searches, each with another seed, find the higher summit. */
static int n_found(const struct aisp_proposer *s, int budget)
{
	int n = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		const struct aisp_tune_plan p = { .seed = seed,
						  .budget = budget,
						  .pairs = 5 };

		n += search(s, &p) == budget && has_seen(28);
		aisp_tune_history_release(&history);
	}
	return n;
}

static void test_model(void)
{
	const struct aisp_tune_plan p = { .seed = 3, .budget = 1000, .pairs = 5 };
	struct aisp_tune_proposal out[AISP_TUNE_BATCH];

	ok(search(&aisp_propose_model, &p) == 35 && history.n_candidates == 35,
	   "model: every point in the end, once");
	ok(aisp_propose_model.next(&history, &p, out) == 0, "and then no more");
	aisp_tune_history_release(&history);
	ok(n_found(&aisp_propose_model, 17) == 20,
	   "the higher summit within half of the space, whatever the seed");
	ok(n_found(&aisp_propose_random, 17) < 15, "which chance does not find");
	begin();
	propose(0, 14, 5, "");
	screen(0, 5, NAN, AISP_TUNE_UNDECIDED);
	propose(1, 28, 5, "");
	screen(1, 5, NAN, AISP_TUNE_WRONG);
	ok(aisp_propose_model.next(&history, &p, out) == 1 && out[0].point != 14 &&
		   out[0].point != 28,
	   "who has no ratio and who died are not proposed again");
	aisp_tune_history_release(&history);
}

static bool is_step(enum aisp_tune_action action, int candidate, int incumbent,
		    int size)
{
	const struct aisp_tune_plan p = { .budget = 8, .pairs = 5, .n_finalists = 3 };
	struct aisp_tune_step s = aisp_tune_next(&history, &p);

	return s.action == action &&
	       (action == AISP_TUNE_FINISH || s.candidates[0] == candidate) &&
	       s.incumbent == incumbent && s.size == size;
}

/* Five candidates: the ratios by screening are 1.1, 1.5, 1.4, 0.8, 1.3. */
static void begin_race(void)
{
	static const double ratio[] = { 1.1, 1.5, 1.4, 0.8, 1.3 };

	begin();
	for (int i = 0; i < 5; i++) {
		propose(i, i, 5, "");
		screen(i, 5, ratio[i], AISP_TUNE_ALIVE);
	}
}

static void test_race(void)
{
	begin();
	ok(is_step(AISP_TUNE_PROPOSE, 0, 0, 0), "first something is proposed");
	propose(0, 3, 5, "");
	propose(1, 4, 5, "");
	ok(is_step(AISP_TUNE_SCREEN, 0, 0, 0), "then screened");
	screen(0, 5, 1.1, AISP_TUNE_ALIVE);
	screen(1, 5, NAN, AISP_TUNE_UNDECIDED);
	ok(is_step(AISP_TUNE_SCREEN, 1, 0, 0) && history.candidates[1].n_tries == 1,
	   "and again, where a busy machine left no ratio");
	screen(1, 5, NAN, AISP_TUNE_UNDECIDED);
	screen(1, 5, NAN, AISP_TUNE_UNDECIDED);
	ok(is_step(AISP_TUNE_PROPOSE, 0, 0, 0), "but not for ever");
	aisp_tune_history_release(&history);
	begin_race();
	end();
	ok(is_step(AISP_TUNE_RACE, 2, 1, 0), "the second against the first");
	race(2, 1, AISP_WORD_SAME);
	ok(is_step(AISP_TUNE_RACE, 4, 1, 0), "who is only the SAME changes nothing");
	race(4, 1, AISP_WORD_FASTER);
	ok(is_step(AISP_TUNE_MEASURE, 4, 0, 0), "who is FASTER is the last one");
	final(4, 0, AISP_WORD_FASTER, 1.2, AISP_TUNE_ALIVE);
	ok(is_step(AISP_TUNE_MEASURE, 4, 0, 1), "at each size");
	final(4, 1, AISP_WORD_FASTER, 1.2, AISP_TUNE_ALIVE);
	ok(is_step(AISP_TUNE_FINISH, 0, 0, 0), "and then it is over");
	aisp_tune_history_release(&history);
}

static bool has_cause(int candidate, const char *words)
{
	const struct aisp_tune_plan p = { .budget = 8, .pairs = 5, .n_finalists = 3 };
	char cause[300];

	aisp_tune_cause(&history, &p, candidate, cause, sizeof(cause));
	if (strcmp(cause, words) != 0)
		printf("# said: %s\n", cause);
	return !strcmp(cause, words);
}

static void test_outcome(void)
{
	const struct aisp_tune_plan p = { .budget = 8, .pairs = 5, .n_finalists = 3 };
	struct aisp_tune_outcome o;

	begin_race();
	end();
	race(2, 1, AISP_WORD_FASTER);
	race(4, 2, AISP_WORD_SLOWER);
	final(2, 0, AISP_WORD_FASTER, 1.25, AISP_TUNE_ALIVE);
	final(2, 1, AISP_WORD_FASTER, 1.2, AISP_TUNE_ALIVE);
	o = aisp_tune_outcome(&history, &p);
	ok(o.winner == 2 && o.screened == 1.4 && o.final == 1.25,
	   "a winner, what it was chosen by and what it is");
	ok(has_cause(2, "") && has_cause(1, "slower than candidate 2 in a race") &&
		   has_cause(4, "not faster than candidate 2 in a race") &&
		   has_cause(3, "not faster than the baseline") &&
		   has_cause(0, "screened behind the finalists"),
	   "and why each other one is none");
	aisp_tune_history_release(&history);

	begin_race();
	end();
	race(2, 1, AISP_WORD_SAME);
	race(4, 1, AISP_WORD_SAME);
	final(1, 0, AISP_WORD_FASTER, 1.25, AISP_TUNE_ALIVE);
	final(1, 1, AISP_WORD_SAME, 1, AISP_TUNE_ALIVE);
	o = aisp_tune_outcome(&history, &p);
	ok(o.winner < 0 && o.last == 1 && !strcmp(o.why, "candidate 1 is SAME at n=7"),
	   "who is not faster where nobody looked has not won");
	aisp_tune_history_release(&history);
}

static void test_deaths(void)
{
	begin_race();
	end();
	race(2, 1, AISP_WORD_SAME);
	race(4, 1, AISP_WORD_SAME);
	final(1, 0, AISP_WORD_INVALID, NAN, AISP_TUNE_INVALID);
	ok(is_step(AISP_TUNE_RACE, 4, 2, 0), "who dies at the end is out of all races");
	race(4, 2, AISP_WORD_SAME);
	ok(is_step(AISP_TUNE_RACE, 0, 2, 0), "and the next one moves up");
	ok(has_cause(1, "INVALID"), "it is said");
	screen(0, 5, 1.1, AISP_TUNE_WRONG);
	for (int i = 0; i < AISP_TUNE_TRIES; i++)
		screen(2, 5, NAN, AISP_TUNE_UNDECIDED);
	ok(is_step(AISP_TUNE_MEASURE, 4, 0, 0), "no ratio, no race");
	ok(has_cause(2, "not faster than candidate 1 in a race"), "but no death");
	screen(4, 5, NAN, AISP_TUNE_FAILED);
	ok(is_step(AISP_TUNE_FINISH, 0, 0, 0), "nobody left: over");
	aisp_tune_history_release(&history);
}

/* As the file has them. */
/* A result that says of a candidate that it was not built, in these words. */
static const char *why_unbuilt(const char *reason)
{
	struct aisp_run_arm arm = { .variant = "optimized_x" };
	struct aisp_run_result r = { .reason = reason,
				     .fault = AISP_FAULT_BUILD,
				     .arms = { [AISP_OPTIMIZED] = &arm } };
	struct aisp_run run = { .n_results = 1, .results = &r, .info.seed = "" };
	struct aisp_tune_record record = { 0 };
	static struct aisp_arena arena;
	bool is_baseline;

	aisp_arena_release(&arena);
	if (aisp_tune_judged(&record, &run, arm.variant, &is_baseline, &arena, NULL))
		return "no result";
	return record.fate == AISP_TUNE_NOT_COMPILED ? record.why : "another fate";
}

static void test_unbuilt(void)
{
	ok(!strcmp(why_unbuilt(AISP_NOT_BUILT "refused: a word"), "refused: a word"),
	   "why a candidate was not built");
	ok(!strcmp(why_unbuilt("no"), "no"), "in whatever words");
	ok(!strcmp(why_unbuilt(AISP_NOT_BUILT "does not compile: x.c:1: error"),
		   "x.c:1: error"),
	   "without the fate, which is printed before it");
}

static void test_lines(void)
{
	static const char good[] =
		"{\"event\":\"proposed\",\"candidate\":0,\"number\":2,\"pairs\":5,"
		"\"fate\":\"alive\"}\n"
		"{\"event\":\"screened\",\"candidate\":0,\"pairs\":5,\"fate\":"
		"\"INVALID\","
		"\"checks\":\"output.x\",\"why\":\"w\"}\n"
		"{\"event\":\"rac";
	size_t n = 0;

	begin();
	ok(!aisp_tune_history_parse(&history, good, &n, &err) &&
		   n == strlen(good) - strlen("{\"event\":\"rac"),
	   "lines, and one that was cut off");
	ok(history.n_candidates == 1 &&
		   history.candidates[0].fate == AISP_TUNE_INVALID &&
		   !strcmp(history.candidates[0].checks, "output.x"),
	   "are a history again");
	ok(aisp_tune_history_parse(&history, "{\"event\":\"x\"}\n", &n, &err) &&
		   strstr(err.msg, "line 1: "),
	   "an event that nobody knows");
	ok(!race(0, 7, AISP_WORD_SAME) && !propose(5, 0, 5, "") &&
		   !propose(1, 36, 5, "") && !final(0, 9, AISP_WORD_SAME, 1, 0),
	   "candidates, points and sizes that are not there");
	aisp_tune_history_release(&history);
}

int main(void)
{
	/* (0, 0) to (5, 5) but for the last. */
	if (aisp_space_parse(&space,
			     "parameter x = 0 1 2 3 4 5\nparameter y = 0 1 2 3 4 5\n"
			     "constraint x + y < 10\nsearch n=8\nfinal n=7\n",
			     "x", &err))
		return 1;
	test_blind();
	test_climb();
	test_halving();
	test_model();
	test_race();
	test_outcome();
	test_deaths();
	test_unbuilt();
	test_lines();
	aisp_space_release(&space);
	return done();
}
