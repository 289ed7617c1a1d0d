/* SPDX-License-Identifier: MIT */
#include "base/field.h"
#include "compare_text.h"

static json_t *both(const double x[2])
{
	return json_pack("[oo]", aisp_number_json(x[0]), aisp_number_json(x[1]));
}

static json_t *sides_json(const struct aisp_compared_row *r)
{
	return json_pack("{so s[ii] so so so sb sb sb}", "margin",
			 aisp_number_json(r->margin), "runs", r->n_runs[0],
			 r->n_runs[1], "speedup", both(r->speedup), "time_ns",
			 both(r->time_ns), "baseline_ns", both(r->baseline_ns),
			 "is_same_object", r->is_same_object, "is_same_machine",
			 r->is_same_machine, "is_other_baseline", r->is_other_baseline);
}

static json_t *ratio_json(const struct aisp_compared_row *r)
{
	return json_pack(
		"{ss ss so so so s[ii]}", "metric", aisp_history_metric_name(r->metric),
		"unit", aisp_compared_unit_name(r->unit), "ratio",
		aisp_number_json(r->ratio), "ratio_ci", both(r->ratio_ci), "confidence",
		aisp_number_json(r->confidence), "n", r->n[0], r->n[1]);
}

static json_t *number_item(const void *of, int i)
{
	return aisp_number_json(((const struct aisp_numbers *)of)->at[i]);
}

static json_t *numbers_json(const struct aisp_numbers *x)
{
	return aisp_list_json(x->n, number_item, x);
}

static json_t *pairs_json(const struct aisp_compared_row *r)
{
	json_t *o = json_pack("{si}", "n_left_out", r->n_left_out);

	if (r->n_left_out)
		json_object_set_new(o, "left_out_why", json_string(r->left_out_why));
	if (r->has_figures)
		json_object_set_new(o, "pairs_ns",
				    json_pack("[oo]", numbers_json(&r->pairs_ns[0]),
					      numbers_json(&r->pairs_ns[1])));
	return o;
}

static int update(json_t *o, json_t *part)
{
	int rc = json_object_update(o, part);

	json_decref(part);
	return rc;
}

static json_t *row_json(const void *rows, int i)
{
	const struct aisp_compared_row *r = (const struct aisp_compared_row *)rows + i;
	json_t *o = json_pack("{ss ss ss}", "target", r->of->target, "params",
			      r->of->params, "distribution", r->of->distribution);
	int rc = o ? 0 : -1;

	if (r->has_figures)
		rc |= update(o, sides_json(r));
	if (r->unit == AISP_COMPARED_PAIRS)
		rc |= update(o, pairs_json(r));
	rc |= update(o, json_pack("{ss ss?}", "verdict", aisp_compared_word(r), "why",
				  *r->why ? r->why : NULL));
	if (r->has_figures)
		rc |= update(o, ratio_json(r));
	return aisp_whole_json(o, rc);
}

json_t *aisp_compared_rows_json(const struct aisp_compared *c)
{
	return aisp_list_json(c->n_rows, row_json, c->rows);
}

static json_t *difference_json(const void *differs, int i)
{
	const struct aisp_difference *d = (const struct aisp_difference *)differs + i;

	return json_pack("{ss ss? ss?}", "what", d->what, "a", d->a, "b", d->b);
}

json_t *aisp_differences_json(const struct aisp_compared *c)
{
	return aisp_list_json(c->n_differs, difference_json, c->differs);
}
