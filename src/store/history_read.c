/* SPDX-License-Identifier: MIT
 *
 * history_read.c - convert rows back to objects.
 */
#include <stdio.h>
#include <string.h>

#include "history_parts.h"

static const char select_format[] =
	"SELECT run, entered, started, host, commit_id AS \"commit\", is_dirty, grade, "
	"folder, target, params, distribution, baseline, class, fingerprint, verdict, "
	"note, %s AS score, speedup, ci_low, ci_high, time_ns, time_low, time_high, "
	"vs_library, "
	"confidence, margin, n_pairs, variant, %s AS baseline_object, iif(?4, "
	"baseline_launches_ns, NULL) AS "
	"baseline_launches_ns, iif(?4, launches_ns, NULL) AS launches_ns FROM results "
	"JOIN runs ON runs.id = results.run WHERE (?1 IS NULL OR target GLOB ?1) AND "
	"(?2 IS NULL OR class GLOB ?2 OR fingerprint GLOB ?2 OR host GLOB ?2) AND (?3 "
	"IS NULL OR commit_id GLOB ?3 || '*') ORDER BY run, results.rowid";

static json_t *value(sqlite3_stmt *s, int i)
{
	const char *text;

	switch (sqlite3_column_type(s, i)) {
	case SQLITE_INTEGER:
		return json_integer(sqlite3_column_int64(s, i));
	case SQLITE_FLOAT:
		return json_real(sqlite3_column_double(s, i));
	case SQLITE_TEXT:
		text = (const char *)sqlite3_column_text(s, i);
		if (strstr(sqlite3_column_name(s, i), "launches_ns"))
			return json_loads(text, 0, NULL);
		return json_string(text);
	default:
		return json_null();
	}
}

/* Makes the array `name` from two columns. */
static void join(json_t *row, const char *name, const char *low, const char *high)
{
	json_object_set_new(row, name,
			    json_pack("[OO]", json_object_get(row, low),
				      json_object_get(row, high)));
	json_object_del(row, low);
	json_object_del(row, high);
}

static json_t *row_json(sqlite3_stmt *s)
{
	json_t *row = json_object();

	for (int i = 0; i < sqlite3_column_count(s); i++)
		json_object_set_new(row, sqlite3_column_name(s, i), value(s, i));
	json_object_set_new(
		row, "is_dirty",
		json_boolean(json_integer_value(json_object_get(row, "is_dirty"))));
	join(row, "speedup_ci", "ci_low", "ci_high");
	join(row, "time_ci", "time_low", "time_high");
	return row;
}

/* NULL becomes SQL's NULL. */
static void bind(sqlite3_stmt *s, int i, const char *text)
{
	if (text)
		sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
}

static json_t *read_list(struct aisp_history *h, const struct aisp_history_filter *f,
			 struct aisp_err *err)
{
	char select_rows[sizeof(select_format) + sizeof(AISP_HISTORY_SCORE_1) + 32];
	json_t *list = json_array();
	sqlite3_stmt *s = NULL;
	int code;

	snprintf(select_rows, sizeof(select_rows), select_format,
		 h->schema > 1 ? "score" : AISP_HISTORY_SCORE_1,
		 h->schema > 2 ? "baseline_object" : "NULL");
	code = sqlite3_prepare_v2(h->db, select_rows, -1, &s, NULL);

	if (!code) {
		bind(s, 1, f->target);
		bind(s, 2, f->machine);
		bind(s, 3, f->commit);
		sqlite3_bind_int(s, 4, f->has_launches);
		while ((code = sqlite3_step(s)) == SQLITE_ROW)
			json_array_append_new(list, row_json(s));
	}
	sqlite3_finalize(s);
	if (code == SQLITE_DONE)
		return list;
	aisp_history_fail(h, "read", code, err);
	json_decref(list);
	return NULL;
}

int aisp_history_read(struct aisp_history_rows *rows, struct aisp_history *h,
		      const struct aisp_history_filter *f, struct aisp_err *err)
{
	json_t *list = read_list(h, f, err);
	int rc = list ? aisp_history_rows_parse(rows, list, err) : -1;

	json_decref(list);
	return rc;
}

int aisp_history_of_run(struct aisp_history_rows *rows, const struct aisp_run *run,
			struct aisp_err *err)
{
	static const struct aisp_history_filter all = { .has_launches = true };
	struct aisp_history *h = aisp_history_open(":memory:", true, err);
	int rc = -1;

	if (h && aisp_history_enter(h, run, err) >= 0)
		rc = aisp_history_read(rows, h, &all, err);
	aisp_history_close(h);
	return rc;
}

json_t *aisp_history_manifest(struct aisp_history *h, int64_t run, struct aisp_err *err)
{
	sqlite3_stmt *s = NULL;
	json_t *manifest = NULL;
	const char *text;
	int code = sqlite3_prepare_v2(h->db, "SELECT manifest FROM runs WHERE id = ?",
				      -1, &s, NULL);

	if (!code) {
		sqlite3_bind_int64(s, 1, run);
		code = sqlite3_step(s);
	}
	if (code == SQLITE_ROW) {
		text = (const char *)sqlite3_column_text(s, 0);
		manifest = json_loads(text ? text : "", 0, NULL);
	}
	sqlite3_finalize(s);
	if (!manifest)
		aisp_history_fail(h, "read", code == SQLITE_ROW ? SQLITE_CORRUPT : code,
				  err);
	return manifest;
}
