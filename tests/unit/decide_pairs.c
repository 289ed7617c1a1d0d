/* SPDX-License-Identifier: MIT
 *
 * Pairs of runs: each one counts, however many there are.
 */
#include <stdbool.h>

#include "decide/decide_pairs.h"
#include "tap.h"

#define N_MAX 400

/* n pairs: the first `n_same` take the same time, the others' second side half. */
static bool is(int n, int n_same, int n_asked, enum aisp_word verdict, double least,
	       double most)
{
	static double a[N_MAX], b[N_MAX];
	struct aisp_compared_row row = { .unit = AISP_COMPARED_PAIRS,
					 .has_figures = true,
					 .margin = 0.01,
					 .pairs_ns = { { a, n }, { b, n } } };

	for (int i = 0; i < n; i++) {
		a[i] = 1000 + i % 7;
		b[i] = (1000 + i % 5) / (i < n_same ? 1. : 2.);
	}
	aisp_decide_pairs(&row, n_asked);
	if (row.verdict == verdict && row.n[0] == n && row.n[1] == n &&
	    row.ratio >= least && row.ratio <= most)
		return true;
	printf("# %s %g of %d, %s\n", aisp_compared_word(&row), row.ratio, row.n[0],
	       row.why);
	return false;
}

int main(void)
{
	struct aisp_compared_row row = { .verdict = AISP_WORD_SAME };

	ok(is(20, 0, 10, AISP_WORD_FASTER, 1.99, 2.02), "20 pairs of half the time");
	ok(is(20, 20, 10, AISP_WORD_SAME, 0.99, 1.01), "of the same");
	ok(is(400, 160, 10, AISP_WORD_FASTER, 1.45, 1.6),
	   "those behind the 160th count too");
	ok(is(1, 1, 10, AISP_WORD_INCONCLUSIVE, 0, 2), "too few for an interval");
	ok(is(5, 0, 5, AISP_WORD_FASTER, 1.99, 2.02), "five that were asked for");
	ok(is(5, 0, 6, AISP_WORD_INCONCLUSIVE, 1.99, 2.02), "five of six");
	aisp_decide_pairs(&row, 10);
	ok(row.verdict == AISP_WORD_SAME, "a row without pairs stays");
	return done();
}
