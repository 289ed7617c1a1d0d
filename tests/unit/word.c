/* SPDX-License-Identifier: MIT
 *
 * The verdict of a ratio's interval, on either side of each limit.
 */
#include <math.h>

#include "run/word.h"
#include "tap.h"

static bool is(enum aisp_word want, double lo, double hi, double margin)
{
	return aisp_word_of_interval(lo, hi, margin, NULL) == want;
}

int main(void)
{
	bool is_too_wide;

	ok(is(AISP_WORD_FASTER, 1.03, 1.1, 0.02), "beyond the margin");
	ok(is(AISP_WORD_INCONCLUSIVE, 1.01, 1.1, 0.02), "across it");
	ok(is(AISP_WORD_SLOWER, 0.9, 0.97, 0.02), "below it");
	ok(is(AISP_WORD_INCONCLUSIVE, 0.9, 0.99, 0.02), "across its other end");
	ok(is(AISP_WORD_SAME, 0.99, 1.01, 0.02), "within it");
	ok(is(AISP_WORD_INCONCLUSIVE, NAN, NAN, 0.02), "no interval");
	ok(aisp_word_of_interval(0.99, 1.01, 0.06, &is_too_wide) ==
			   AISP_WORD_INCONCLUSIVE &&
		   is_too_wide,
	   "nothing is the same within too wide a margin");
	ok(aisp_word_of_interval(1.1, 1.2, 0.06, &is_too_wide) == AISP_WORD_FASTER &&
		   !is_too_wide,
	   "a gain beyond it stands");
	return done();
}
