/* SPDX-License-Identifier: MIT */

#include "row_json.h"
#include "base/field.h"
#include "row.h"

static json_t *arm_index(const json_t *result, const char *name)
{
	const json_t *v = json_object_get(result, name);

	return json_integer(json_is_integer(v) ? json_integer_value(v) : -1);
}

static json_t *row_json(const json_t *results, size_t i, const char *label)
{
	const json_t *result = json_array_get(json_object_get(results, "results"), i);
	struct aisp_row r;

	aisp_row_read(&r, results, i);
	return json_pack(
		"{ss ss ss ss ss ss ss ss sb sb ss ss ss sb so s[oo] so so so so so so "
		"so so so so s[ooo]}",
		"target", r.target, "label", label, "params", r.params, "distribution",
		r.distribution, "word", r.text, "status", r.status, "reason", r.reason,
		"advice", r.advice, "is_valid", aisp_row_is_valid(&r), "is_vague",
		aisp_row_is_vague(&r), "over", r.over, "roof", r.roof, "library",
		r.library, "is_library", r.is_library, "speedup",
		aisp_number_json(r.speedup), "ci", aisp_number_json(r.ci_low),
		aisp_number_json(r.ci_high), "confidence",
		aisp_number_json(r.confidence), "n_pairs", aisp_number_json(r.n_pairs),
		"mde", aisp_number_json(r.mde), "margin", aisp_number_json(r.margin),
		"baseline_ns", aisp_number_json(r.baseline_ns), "optimized_ns",
		aisp_number_json(r.optimized_ns), "gb_per_s",
		aisp_number_json(r.gb_per_s), "gflop_per_s",
		aisp_number_json(r.gflop_per_s), "sol_fraction",
		aisp_number_json(r.sol_fraction), "vs_library",
		aisp_number_json(r.vs_library), "arms", arm_index(result, "baseline"),
		arm_index(result, "optimized"), arm_index(result, "library"));
}

json_t *aisp_rows_json(const json_t *results)
{
	size_t n = json_array_size(json_object_get(results, "results"));
	json_t *rows = json_array();
	struct aisp_cells cells;

	for (size_t i = 0; i < n; i++) {
		aisp_row_cells(&cells, results, i);
		if (json_array_append_new(
			    rows,
			    row_json(results, i, cells.text[AISP_COLUMN_TARGET]))) {
			json_decref(rows);
			return NULL;
		}
	}
	return rows;
}
