/* SPDX-License-Identifier: MIT */
#include "comparison.h"
#include "store/compare.h"
#include "store/history.h"
#include "store/run.h"

struct side {
	struct aisp_history_rows rows;
	json_t *manifest;
};

/* Through a history in memory, as `aisp bench compare` does. */
static int take(struct side *s, const char *folder, struct aisp_err *err)
{
	static const struct aisp_history_filter all = { .has_launches = true };
	struct aisp_run *run = aisp_run_load(folder, err);
	struct aisp_history *h;
	int rc = -1;

	if (!run)
		return -1;
	s->manifest = json_incref(run->manifest);
	h = aisp_history_open(":memory:", true, err);
	if (h && aisp_history_enter(h, run, err) >= 0)
		rc = aisp_history_read(&s->rows, h, &all, err);
	aisp_history_close(h);
	aisp_run_free(run);
	return rc;
}

char *aisp_comparison_json(const char *a, const char *b, double alpha,
			   struct aisp_err *err)
{
	const struct aisp_compare_rule rule = { .alpha = alpha };
	struct side sides[2] = { 0 };
	json_t *json = NULL;
	char *text = NULL;

	if (!take(&sides[0], a, err) && !take(&sides[1], b, err)) {
		aisp_err_set(err, "out of memory");
		json = json_pack(
			"{so so}", "rows",
			aisp_compare_rows(sides[0].rows.documents,
					  sides[1].rows.documents, &rule),
			"differs",
			aisp_manifest_diff(sides[0].manifest, sides[1].manifest));
	}
	if (json)
		text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
	json_decref(json);
	for (int i = 0; i < 2; i++) {
		aisp_history_rows_release(&sides[i].rows);
		json_decref(sides[i].manifest);
	}
	return text;
}
