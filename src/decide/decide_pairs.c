/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/field.h"
#include "decide.h"
#include "decide_pairs.h"

static int set_outcome(json_t *row, const struct aisp_comparison *c)
{
	json_t *why = c->why[0] ? json_string(c->why) : json_null();
	json_t *said =
		json_pack("{ss so ss ss so s[oo] so s[ii]}", "verdict",
			  aisp_outcome_name(c->outcome), "why", why, "metric", "time",
			  "unit", "pair", "ratio", aisp_number_json(c->speedup),
			  "ratio_ci", aisp_number_json(c->speedup_lo),
			  aisp_number_json(c->speedup_hi), "confidence",
			  aisp_number_json(c->confidence), "n", c->n_pairs, c->n_pairs);
	int rc = said ? json_object_update(row, said) : -1;

	json_decref(said);
	return rc;
}

int aisp_decide_pairs(json_t *row, int n_asked, struct aisp_err *err)
{
	const json_t *ns = json_object_get(row, "pairs_ns");
	const json_t *a = json_array_get(ns, 0), *b = json_array_get(ns, 1);
	size_t n = json_array_size(a);
	struct aisp_comparison c;
	double *x, *y;
	int rc;

	if (!ns)
		return 0;
	x = calloc(2 * n + 1, sizeof(*x));
	if (!x)
		return aisp_err_set(err, "memory for %zu pairs", n);
	y = x + n;
	for (size_t i = 0; i < n; i++) {
		x[i] = aisp_element_number(a, i);
		y[i] = aisp_element_number(b, i);
	}
	aisp_decide(x, y, (int)n, aisp_field_number(row, "margin"), &c);
	aisp_demand_pairs(&c, n_asked);
	free(x);
	rc = set_outcome(row, &c);
	return rc ? aisp_err_set(err, "no memory for a comparison of pairs") : 0;
}
