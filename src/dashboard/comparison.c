/* SPDX-License-Identifier: MIT */
#include "comparison.h"
#include "report/compare_text.h"
#include "store/compare.h"
#include "store/history.h"
#include "store/run.h"

struct side {
	struct aisp_history_rows rows;
	struct aisp_run *run;
};

static int take(struct side *s, const char *folder, struct aisp_err *err)
{
	s->run = aisp_run_load(folder, err);
	return s->run ? aisp_history_of_run(&s->rows, s->run, err) : -1;
}

static char *compare(const struct side sides[2], const struct aisp_compare_rule *rule)
{
	struct aisp_compared c = { 0 };
	json_t *json = NULL;
	char *text = NULL;

	if (!aisp_compare_rows(&c, &sides[0].rows, &sides[1].rows, rule) &&
	    !aisp_manifest_diff(&c, sides[0].run->manifest, sides[1].run->manifest))
		json = json_pack("{so so}", "rows", aisp_compared_rows_json(&c),
				 "differs", aisp_differences_json(&c));
	if (json)
		text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
	json_decref(json);
	aisp_compared_release(&c);
	return text;
}

char *aisp_comparison_json(const char *a, const char *b, double alpha,
			   struct aisp_err *err)
{
	const struct aisp_compare_rule rule = { AISP_N_HISTORY_METRICS, alpha };
	struct side sides[2] = { 0 };
	char *text = NULL;

	if (!take(&sides[0], a, err) && !take(&sides[1], b, err)) {
		aisp_err_set(err, "out of memory");
		text = compare(sides, &rule);
	}
	for (int i = 0; i < 2; i++) {
		aisp_history_rows_release(&sides[i].rows);
		aisp_run_free(sides[i].run);
	}
	return text;
}
