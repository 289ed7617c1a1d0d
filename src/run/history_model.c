/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "history_model.h"
#include "shapes.h"

#define AT(member) offsetof(struct aisp_history_row, member)

static const struct aisp_field row_fields[] = {
	{ "run", AISP_WHOLE, AISP_CHECKED, AT(run) },
	{ "started", AISP_TEXT, AISP_CHECKED, AT(started) },
	{ "host", AISP_TEXT, AISP_CHECKED, AT(host) },
	{ "commit", AISP_TEXT, AISP_CHECKED, AT(commit) },
	{ "is_dirty", AISP_FLAG, AISP_CHECKED, AT(is_dirty) },
	{ "grade", AISP_TEXT, AISP_CHECKED, AT(grade) },
	{ "folder", AISP_TEXT, AISP_CHECKED, AT(folder) },
	{ "target", AISP_TEXT, AISP_NEEDED, AT(target) },
	{ "params", AISP_TEXT, AISP_CHECKED, AT(params) },
	{ "distribution", AISP_TEXT, AISP_CHECKED, AT(distribution) },
	{ "baseline", AISP_TEXT, AISP_CHECKED, AT(baseline) },
	{ "class", AISP_TEXT, AISP_CHECKED, AT(class) },
	{ "fingerprint", AISP_TEXT, AISP_CHECKED, AT(fingerprint) },
	{ "verdict", AISP_WORD, AISP_CHECKED, AT(verdict), .words = &aisp_words },
	{ "note", AISP_TEXT, AISP_CHECKED, AT(note) },
	{ "score", AISP_TEXT, AISP_CHECKED, AT(score) },
	{ "speedup", AISP_NUMBER, AISP_CHECKED, AT(speedup) },
	{ "speedup_ci", AISP_PAIR, AISP_CHECKED, AT(speedup_ci) },
	{ "time_ns", AISP_NUMBER, AISP_CHECKED, AT(time_ns) },
	{ "time_ci", AISP_PAIR, AISP_CHECKED, AT(time_ci_ns) },
	{ "margin", AISP_NUMBER, AISP_CHECKED, AT(margin) },
	{ "variant", AISP_TEXT, AISP_CHECKED, AT(variant) },
	{ "baseline_object", AISP_TEXT, AISP_CHECKED, AT(baseline_object) },
	{ "baseline_launches_ns", AISP_MANY, AISP_CHECKED, AT(baseline_launches_ns) },
	{ "launches_ns", AISP_MANY, AISP_CHECKED, AT(launches_ns) },
	{ 0 }
};

static const struct aisp_shape row_shape = { row_fields,
					     sizeof(struct aisp_history_row) };

static int parse_row(struct aisp_history_row *row, json_t *document, int i,
		     struct aisp_arena *a, struct aisp_err *err)
{
	const struct aisp_where where = { NULL, "history", i };

	row->document = document;
	if (aisp_shape_read(&row_shape, document, row, &where, a, err))
		return -1;
	return row->baseline_launches_ns.n == row->launches_ns.n
		       ? 0
		       : aisp_complain(&where, "launches_ns",
				       "has no baseline for each", err);
}

int aisp_history_rows_parse(struct aisp_history_rows *rows, json_t *list,
			    struct aisp_err *err)
{
	size_t n = json_array_size(list), i;
	struct aisp_history_row *all;
	json_t *document;

	*rows = (struct aisp_history_rows){ .documents = json_incref(list) };
	all = aisp_arena_take(&rows->arena, n, sizeof(*all));
	rows->at = aisp_arena_take(&rows->arena, n, sizeof(void *));
	if (!all || !rows->at)
		return aisp_err_set(err, "out of memory");
	json_array_foreach(list, i, document) {
		if (parse_row(&all[i], document, rows->n, &rows->arena, err))
			return -1;
		rows->at[rows->n++] = &all[i];
	}
	return 0;
}

void aisp_history_rows_release(struct aisp_history_rows *rows)
{
	aisp_arena_release(&rows->arena);
	json_decref(rows->documents);
	*rows = (struct aisp_history_rows){ 0 };
}

void aisp_history_rows_keep(struct aisp_history_rows *rows, const bool *keep)
{
	int n = 0;

	for (int i = 0; i < rows->n; i++)
		if (keep[i])
			rows->at[n++] = rows->at[i];
	rows->n = n;
}

bool aisp_history_is_same(const struct aisp_history_row *a,
			  const struct aisp_history_row *b)
{
	return !strcmp(a->target, b->target) && !strcmp(a->params, b->params) &&
	       !strcmp(a->distribution, b->distribution) &&
	       !strcmp(a->baseline, b->baseline);
}

const char *aisp_history_metric_name(enum aisp_history_metric f)
{
	static const char *const names[AISP_N_HISTORY_METRICS + 1] = { "speedup",
								       "time", "" };

	return names[f];
}

enum aisp_history_metric aisp_history_metric_find(const char *word)
{
	int f = 0;

	while (f < AISP_N_HISTORY_METRICS &&
	       strcmp(word, aisp_history_metric_name((enum aisp_history_metric)f)))
		f++;
	return (enum aisp_history_metric)f;
}

double aisp_history_value(const struct aisp_history_row *row,
			  enum aisp_history_metric m)
{
	return m == AISP_HISTORY_TIME ? row->time_ns : row->speedup;
}

void aisp_history_trends_release(struct aisp_history_trends *trends)
{
	aisp_arena_release(&trends->arena);
	*trends = (struct aisp_history_trends){ 0 };
}
