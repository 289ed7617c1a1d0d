/* SPDX-License-Identifier: MIT
 *
 * The effect of --min-speedup and --fail-on on a run's exit status.
 */
#include <math.h>
#include <string.h>

#include "base/exit_status.h"
#include "cli/demands.h"
#include "report/row.h"
#include "tap.h"
#include "unit/run_words.h"

/* The status of a run with that result and a faster one; `was` without demands. */
static int status(const char *fail_on, double min_speedup, enum aisp_word word,
		  double low, int was)
{
	struct demands d = { .min_speedup = min_speedup };
	struct aisp_err err;

	run.n_results = 0;
	add_result(AISP_WORD_FASTER, 2);
	add_result(word, low);
	if (fail_on && demands_fail_on(&d, fail_on, &err))
		return -1;
	return demands_status(&d, &run, was);
}

static void test_words(void)
{
	static const struct {
		const char *word;
		enum aisp_word state;
	} of[] = {
		{ "slower", AISP_WORD_SLOWER },
		{ "slower", AISP_WORD_WORSE },
		{ "same", AISP_WORD_SAME },
		{ "inconclusive", AISP_WORD_INCONCLUSIVE },
		{ "skipped", AISP_WORD_SKIPPED },
		{ "not-run", AISP_WORD_NOT_RUN },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		ok(status(of[i].word, 0, of[i].state, 1, 0) == AISP_EXIT_REGRESSION,
		   of[i].word);
		ok(status(of[i].word, 0, AISP_WORD_FASTER, 1, 0) == 0 &&
			   status(of[i].word, 0, AISP_WORD_BETTER, 1, 0) == 0,
		   "not what is faster, or better");
		ok(status(NULL, 0, of[i].state, 1, 0) == 0, "nor unless it is asked");
	}
	ok(status("slower,same", 0, AISP_WORD_SAME, 1, 0) == AISP_EXIT_REGRESSION &&
		   status("slower,same", 0, AISP_WORD_SLOWER, 1, 0) ==
			   AISP_EXIT_REGRESSION,
	   "each of several words counts");
	ok(status("slow", 0, AISP_WORD_SAME, 1, 0) == -1 &&
		   status("slower,", 0, AISP_WORD_SAME, 1, 0) == -1 &&
		   status("slowerx", 0, AISP_WORD_SAME, 1, 0) == -1,
	   "no other words");
}

static void test_speedup(void)
{
	ok(status(NULL, 1.5, AISP_WORD_FASTER, 1.6, 0) == 0, "an interval above");
	ok(status(NULL, 1.5, AISP_WORD_FASTER, 1.4, 0) == AISP_EXIT_REGRESSION,
	   "one that begins below");
	ok(status(NULL, 1.5, AISP_WORD_FASTER, 1.5, 0) == AISP_EXIT_REGRESSION,
	   "or there");
	ok(status(NULL, 1.5, AISP_WORD_INCONCLUSIVE, NAN, 0) == AISP_EXIT_REGRESSION,
	   "without an interval nothing is shown");
	ok(status(NULL, 1.5, AISP_WORD_INVALID, 9, 0) == AISP_EXIT_REGRESSION,
	   "nor by what is INVALID");
	ok(status(NULL, 1.5, AISP_WORD_WORSE, 9, 0) == AISP_EXIT_REGRESSION,
	   "nor by a score that took too long");
	ok(status(NULL, 1.5, AISP_WORD_FAILED, 9, 0) == AISP_EXIT_REGRESSION &&
		   status(NULL, 1.5, AISP_WORD_NOT_RUN, 9, 0) == AISP_EXIT_REGRESSION,
	   "nor by what did not run");
	ok(status(NULL, 1.5, AISP_WORD_SKIPPED, 9, 0) == 0, "a skip is no blame");
}

/* A result that has others of its target beside it is named with its size. */
static void test_name(void)
{
	char name[200];

	run.n_results = 0;
	add_result(AISP_WORD_FASTER, 2);
	aisp_result_name(name, sizeof(name), &run, 0);
	ok(!strcmp(name, "ch01:x@cpu"), "the target alone");
	add_result(AISP_WORD_SAME, 1);
	results[1].distribution = "uniform";
	aisp_result_name(name, sizeof(name), &run, 1);
	ok(strstr(name, "ch01:x@cpu ") && strstr(name, " uniform"),
	   "or what tells it from another");
}

static void test_worse(void)
{
	static const int kept[] = { AISP_EXIT_INVALID, AISP_EXIT_HARNESS };
	static const int weaker[] = { AISP_EXIT_INCONCLUSIVE, AISP_EXIT_SKIPPED };

	for (int i = 0; i < 2; i++) {
		ok(status("slower", 0, AISP_WORD_SLOWER, 1, kept[i]) == kept[i],
		   "what is worse stays");
		ok(status("slower", 0, AISP_WORD_SLOWER, 1, weaker[i]) ==
			   AISP_EXIT_REGRESSION,
		   "what is not goes");
		ok(status("slower", 0, AISP_WORD_SAME, 1, weaker[i]) == weaker[i],
		   "or stays where all demands hold");
	}
}

int main(void)
{
	test_words();
	test_speedup();
	test_name();
	test_worse();
	return done();
}
