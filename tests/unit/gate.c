/* SPDX-License-Identifier: MIT
 *
 * The exit status of a judged run.
 */
#include "cli/gate.h"
#include "base/exit_status.h"
#include "tap.h"
#include "unit/run_words.h"

/* Of a run with these two words. */
static int status(enum aisp_word a, enum aisp_word b, const struct gate *g)
{
	static const struct gate none;

	run.n_results = 0;
	add_result(a, 1);
	add_result(b, 1);
	return gate_status(g ? g : &none, &run);
}

static void test_words(void)
{
	const enum aisp_word fine[] = { AISP_WORD_FASTER, AISP_WORD_SLOWER,
					AISP_WORD_SAME, AISP_WORD_BETTER,
					AISP_WORD_WORSE };

	for (size_t i = 0; i < sizeof(fine) / sizeof(*fine); i++) {
		ok(status(fine[i], AISP_WORD_SKIPPED, NULL) == AISP_EXIT_OK,
		   "a verdict, whichever, beside a skip");
		ok(status(fine[i], AISP_WORD_INCONCLUSIVE, NULL) ==
				   AISP_EXIT_INCONCLUSIVE &&
			   status(fine[i], AISP_WORD_NOT_RUN, NULL) ==
				   AISP_EXIT_INCONCLUSIVE,
		   "what is open");
		ok(status(fine[i], AISP_WORD_INVALID, NULL) == AISP_EXIT_INVALID &&
			   status(fine[i], AISP_WORD_FAILED, NULL) == AISP_EXIT_INVALID,
		   "what is wrong");
	}
	ok(status(AISP_WORD_SKIPPED, AISP_WORD_SKIPPED, NULL) == AISP_EXIT_SKIPPED,
	   "all were skipped");
	ok(status(AISP_WORD_INCONCLUSIVE, AISP_WORD_INVALID, NULL) == AISP_EXIT_INVALID,
	   "the worst of all");
	run.n_results = 0;
	ok(gate_status(&(struct gate){ 0 }, &run) == AISP_EXIT_SKIPPED,
	   "nothing at all");
}

static void test_expected(void)
{
	const enum aisp_word good = AISP_WORD_FASTER, open = AISP_WORD_INCONCLUSIVE;
	struct gate g = { .n_regressed = 1 };

	ok(status(good, good, &g) == AISP_EXIT_REGRESSION &&
		   status(good, open, &g) == AISP_EXIT_REGRESSION,
	   "a regression, whatever is open");
	ok(status(good, AISP_WORD_INVALID, &g) == AISP_EXIT_INVALID,
	   "what is wrong goes before it");
	g.is_accepting = true;
	ok(status(good, good, &g) == AISP_EXIT_OK, "one that is accepted is none");
	g = (struct gate){ .n_regressed = 1, .n_damaged = 1 };
	ok(status(good, good, &g) == AISP_EXIT_HARNESS &&
		   status(good, open, &g) == AISP_EXIT_HARNESS,
	   "an expectation that cannot be read");
	ok(status(good, AISP_WORD_INVALID, &g) == AISP_EXIT_INVALID,
	   "is less than a wrong result");
	g = (struct gate){ .n_unconfirmed = 1 };
	ok(status(good, good, &g) == AISP_EXIT_INCONCLUSIVE,
	   "what could not be measured again is open");
	g = (struct gate){ .is_cut = true };
	ok(status(good, good, &g) == AISP_EXIT_INCONCLUSIVE,
	   "and what was measured again in part");
}

int main(void)
{
	test_words();
	test_expected();
	return done();
}
