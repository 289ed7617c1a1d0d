/* SPDX-License-Identifier: MIT
 *
 * Pairs of runs: each one counts, however many there are.
 */
#include <string.h>

#include "base/field.h"
#include "decide/decide_pairs.h"
#include "tap.h"

/* n pairs: the first `n_same` take the same time, the others' second side half. */
static json_t *row_of(int n, int n_same)
{
	json_t *a = json_array(), *b = json_array();

	for (int i = 0; i < n; i++) {
		json_array_append_new(a, json_real(1000 + i % 7));
		json_array_append_new(
			b, json_real((1000 + i % 5) / (i < n_same ? 1. : 2.)));
	}
	return json_pack("{s[oo] sf}", "pairs_ns", a, b, "margin", 0.01);
}

static int is(json_t *row, int n_asked, const char *verdict, int n, double least,
	      double most)
{
	struct aisp_err err = { "" };
	int rc = aisp_decide_pairs(row, n_asked, &err);
	double ratio = aisp_field_number(row, "ratio");
	json_int_t n_said =
		json_integer_value(json_array_get(json_object_get(row, "n"), 0));
	int is_right = !rc && !strcmp(aisp_field_text(row, "verdict"), verdict) &&
		       n_said == n && ratio >= least && ratio <= most;

	if (!is_right)
		printf("# %s %g of %d, %s\n", aisp_field_text(row, "verdict"), ratio,
		       (int)n_said, err.msg);
	json_decref(row);
	return is_right;
}

int main(void)
{
	json_t *row = json_pack("{ss}", "verdict", "SAME");

	ok(is(row_of(20, 0), 10, "FASTER", 20, 1.99, 2.02),
	   "20 pairs of half the time");
	ok(is(row_of(20, 20), 10, "SAME", 20, 0.99, 1.01), "of the same");
	ok(is(row_of(400, 160), 10, "FASTER", 400, 1.45, 1.6),
	   "those behind the 160th count too");
	ok(is(row_of(1, 1), 10, "INCONCLUSIVE", 1, 0, 2), "too few for an interval");
	ok(is(row_of(5, 0), 5, "FASTER", 5, 1.99, 2.02), "five that were asked for");
	ok(is(row_of(5, 0), 6, "INCONCLUSIVE", 5, 1.99, 2.02), "five of six");
	ok(!aisp_decide_pairs(row, 10, NULL) &&
		   !strcmp(aisp_field_text(row, "verdict"), "SAME"),
	   "a row without pairs stays");
	json_decref(row);
	return done();
}
