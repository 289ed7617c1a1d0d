/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "row.h"
#include "row_json.h"

static json_t *number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

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
		"{ss ss ss ss ss ss ss ss ss ss sb so s[oo] so so so so so so so "
		"so so so s[ooo]}",
		"target", r.target, "label", label, "params", r.params, "distribution",
		r.distribution, "word", *r.verdict ? r.verdict : r.status, "status",
		r.status, "reason", r.reason, "over", r.over, "roof", r.roof, "library",
		r.library, "is_library", r.is_library, "speedup", number(r.speedup),
		"ci", number(r.ci_low), number(r.ci_high), "confidence",
		number(r.confidence), "n_pairs", number(r.n_pairs), "mde",
		number(r.mde), "margin", number(r.margin), "baseline_ns",
		number(r.baseline_ns), "optimized_ns", number(r.optimized_ns),
		"gb_per_s", number(r.gb_per_s), "gflop_per_s", number(r.gflop_per_s),
		"sol_fraction", number(r.sol_fraction), "vs_library",
		number(r.vs_library), "arms", arm_index(result, "baseline"),
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
