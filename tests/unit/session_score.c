/* SPDX-License-Identifier: MIT
 *
 * The samples of a launch that have a score, which is memory here, and their mean.
 */
#include <math.h>

#include "judge/session.h"
#include "tap.h"

static const struct aisp_score score = { .is_memory = 1 };
static const struct aisp_workload workload = { .abi = AISP_ABI, .score = &score };
static struct aisp_contract contract;
static const struct aisp_sampling sampling = { .n_samples = 3 };
static double each[4];
static struct aisp_scores scores;
static struct aisp_session s;

static void make(void)
{
	contract = (struct aisp_contract){ .workload = &workload };
	scores = (struct aisp_scores){ .each = each };
	s = (struct aisp_session){ .contract = &contract,
				   .sampling = &sampling,
				   .scores = &scores };
	s.tally.n_elems = 10;
}

/* Takes a sample that asked for `bytes`; sample -1 is not timed. */
static void take(int index, int64_t bytes)
{
	contract.problem.workspace_bytes = bytes;
	aisp_session_score(&s, index);
}

int main(void)
{
	make();
	take(0, 8192);
	take(1, 16384);
	ok(scores.n == 2 && scores.value == 12288 && each[0] == 8192 &&
		   each[1] == 16384,
	   "the mean of two, and each");
	take(2, 36864);
	ok(scores.n == 3 && scores.value == 20480 && isnan(scores.bound), "of three");
	take(3, 8192);
	ok(scores.n == 3, "of more than there are samples none");
	make();
	take(0, 100);
	ok(scores.value == AISP_PAGE, "less than a page is one");
	make();
	take(-1, 8192);
	s.is_hostile = true;
	take(0, 8192);
	ok(!scores.n, "what is not timed has none, nor what is on other data");
	make();
	s.tally.n_wrong = 1;
	take(0, 8192);
	ok(!scores.n, "nor what is wrong");
	make();
	s.n_invariant = 1;
	take(0, 8192);
	ok(!scores.n, "or breaks the invariant");
	return done();
}
