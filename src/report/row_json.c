/* SPDX-License-Identifier: MIT */

#include "row_json.h"
#include "base/field.h"
#include "row.h"

static json_t *arm_index(const struct aisp_run_result *r, enum aisp_role role)
{
	return json_integer(r->arms[role] ? r->index[role] : -1);
}

/* What the ratio refers to, if it is not time. */
static json_t *score_json(const struct aisp_row *r)
{
	return json_pack("{ss sb so so so so}", "name", r->score, "more_is_better",
			 r->more_is_better, "baseline",
			 aisp_number_json(r->baseline_score), "optimized",
			 aisp_number_json(r->optimized_score), "bound",
			 aisp_number_json(r->score_bound), "share",
			 aisp_number_json(aisp_row_share_of_bound(r)));
}

static json_t *row_json(const struct aisp_run_result *result, const char *label)
{
	struct aisp_row r;
	json_t *o;

	aisp_row_read(&r, result);
	o = json_pack(
		"{ss ss ss ss ss ss ss ss sb sb ss ss ss sb so s[oo] so so so so so so "
		"so so so so s[ooo]}",
		"target", r.target, "label", label, "params", r.params, "distribution",
		r.distribution, "word", r.text, "status", aisp_word_name(r.status),
		"reason", r.reason, "advice", r.advice, "is_valid",
		aisp_row_is_valid(&r), "is_vague", aisp_row_is_vague(&r), "over",
		aisp_kind_name(r.over), "roof", r.roof, "library", r.library,
		"is_library", r.is_library, "speedup", aisp_number_json(r.speedup),
		"ci", aisp_number_json(r.ci_low), aisp_number_json(r.ci_high),
		"confidence", aisp_number_json(r.confidence), "n_pairs",
		aisp_number_json(r.n_pairs), "mde", aisp_number_json(r.mde), "margin",
		aisp_number_json(r.margin), "baseline_ns",
		aisp_number_json(r.baseline_ns), "optimized_ns",
		aisp_number_json(r.optimized_ns), "gb_per_s",
		aisp_number_json(r.gb_per_s), "gflop_per_s",
		aisp_number_json(r.gflop_per_s), "sol_fraction",
		aisp_number_json(r.sol_fraction), "vs_library",
		aisp_number_json(r.vs_library), "arms",
		arm_index(result, AISP_BASELINE), arm_index(result, AISP_OPTIMIZED),
		arm_index(result, AISP_LIBRARY));
	if (*r.mark)
		json_object_set_new(o, "mark", json_string(r.mark));
	if (*r.score)
		json_object_set_new(o, "score", score_json(&r));
	return o;
}

json_t *aisp_rows_json(const struct aisp_run *run)
{
	json_t *rows = json_array();
	struct aisp_cells cells;

	for (int i = 0; i < run->n_results; i++) {
		aisp_row_cells(&cells, run, i);
		if (json_array_append_new(rows,
					  row_json(&run->results[i],
						   cells.text[AISP_COLUMN_TARGET]))) {
			json_decref(rows);
			return NULL;
		}
	}
	return rows;
}
