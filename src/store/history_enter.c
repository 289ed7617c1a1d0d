/* SPDX-License-Identifier: MIT
 *
 * history_enter.c - convert a run's documents to rows.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/text.h"
#include "expect.h"
#include "history_parts.h"
#include "pairs.h"

static void put_text(sqlite3_stmt *s, const char *name, const char *text)
{
	sqlite3_bind_text(s, sqlite3_bind_parameter_index(s, name), text, -1,
			  SQLITE_TRANSIENT);
}

static void put_whole(sqlite3_stmt *s, const char *name, sqlite3_int64 n)
{
	sqlite3_bind_int64(s, sqlite3_bind_parameter_index(s, name), n);
}

/* NaN becomes SQL's NULL. */
static void put_number(sqlite3_stmt *s, const char *name, double x)
{
	if (isfinite(x))
		sqlite3_bind_double(s, sqlite3_bind_parameter_index(s, name), x);
}

static int put_json(sqlite3_stmt *s, const char *name, const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));

	if (text)
		put_text(s, name, text);
	free(text);
	return text ? 0 : -1;
}

static int run_statement(struct aisp_history *h, sqlite3_stmt *s, struct aisp_err *err)
{
	int code = sqlite3_step(s);

	sqlite3_finalize(s);
	return code == SQLITE_DONE ? 0 : aisp_history_fail(h, "write", code, err);
}

static int prepare(struct aisp_history *h, const char *sql, sqlite3_stmt **s,
		   struct aisp_err *err)
{
	int code = sqlite3_prepare_v2(h->db, sql, -1, s, NULL);

	return code ? aisp_history_fail(h, "write", code, err) : 0;
}

/* A key that no two runs share: the folder's name, which is unique in its place. */
static void make_key(char *key, size_t size, const struct aisp_run *run)
{
	snprintf(key, size, "%s|%s|%s|%s|%s", run->machine.host, run->info.started,
		 run->info.ended, run->info.seed, aisp_base_name(run->info.folder));
}

/* The peaks are measurements, and a large part of the document. */
static json_t *without_peaks(const json_t *manifest)
{
	json_t *copy = json_copy((json_t *)manifest);

	json_object_del(copy, "peaks");
	return copy;
}

static int insert_run(struct aisp_history *h, const struct aisp_run *run,
		      struct aisp_err *err)
{
	json_t *kept = without_peaks(run->manifest);
	char key[1024], now[32];
	sqlite3_stmt *s;
	int rc =
		prepare(h,
			"INSERT OR IGNORE INTO runs (key, entered, started, ended, "
			"host, commit_id, is_dirty, grade, folder, manifest) VALUES "
			"(:key, :entered, :started, :ended, :host, :commit, :is_dirty, "
			":grade, :folder, :manifest)",
			&s, err);

	if (!rc) {
		make_key(key, sizeof(key), run);
		aisp_now_text(now);
		put_text(s, ":key", key);
		put_text(s, ":entered", now);
		put_text(s, ":started", run->info.started);
		put_text(s, ":ended", run->info.ended);
		put_text(s, ":host", run->machine.host);
		put_text(s, ":commit", run->machine.commit);
		put_whole(s, ":is_dirty", run->machine.is_dirty);
		put_text(s, ":grade", run->info.grade);
		put_text(s, ":folder", run->info.folder);
		if (put_json(s, ":manifest", kept)) {
			sqlite3_finalize(s);
			json_decref(kept);
			return aisp_err_set(err, "out of memory");
		}
		rc = run_statement(h, s, err);
	}
	json_decref(kept);
	return rc;
}

static int put_numbers(sqlite3_stmt *s, const char *name, const double *x, int n)
{
	json_t *list = json_array();
	int rc = 0;

	for (int i = 0; i < n; i++)
		rc |= json_array_append_new(list, aisp_number_json(x[i]));
	rc |= put_json(s, name, list);
	json_decref(list);
	return rc;
}

static int bind_launches(sqlite3_stmt *s, const struct aisp_run_result *r)
{
	struct aisp_pairs p;
	int rc;

	if (aisp_pairs_read(&p, r))
		return -1;
	rc = put_numbers(s, ":baseline_launches_ns", p.base_ns, p.n) |
	     put_numbers(s, ":launches_ns", p.opt_ns, p.n);
	aisp_pairs_release(&p);
	return rc;
}

static int bind_figures(sqlite3_stmt *s, const struct aisp_expect *e,
			const struct aisp_run_result *r)
{
	const struct aisp_metric_entry *speedup = &e->metrics[AISP_METRIC_SPEEDUP];
	const struct aisp_metric_entry *t = &e->metrics[AISP_METRIC_TIME];

	put_number(s, ":speedup", speedup->value);
	put_number(s, ":ci_low", speedup->ci_low);
	put_number(s, ":ci_high", speedup->ci_high);
	put_number(s, ":time_ns", t->value);
	put_number(s, ":time_low", t->ci_low);
	put_number(s, ":time_high", t->ci_high);
	put_number(s, ":vs_library", e->metrics[AISP_METRIC_LIBRARY].value);
	put_number(s, ":confidence", e->confidence);
	put_number(s, ":margin", r->comparison->margin);
	put_whole(s, ":n_pairs", e->n_launches);
	return bind_launches(s, r);
}

static int insert_result(struct aisp_history *h, sqlite3_int64 run,
			 const struct aisp_run *of, int i, struct aisp_expect *e,
			 struct aisp_err *err)
{
	const struct aisp_run_result *r = &of->results[i];
	struct aisp_err note = { .msg = "" };
	bool has_figures = !aisp_expect_observe(e, of, i, &note);
	sqlite3_stmt *s;

	if (prepare(h,
		    "INSERT INTO results (run, target, params, distribution, baseline, "
		    "class, fingerprint, verdict, note, score, speedup, ci_low, "
		    "ci_high, "
		    "time_ns, time_low, time_high, vs_library, confidence, margin, "
		    "n_pairs, variant, baseline_object, baseline_launches_ns, "
		    "launches_ns) "
		    "VALUES "
		    "(:run, :target, :params, :distribution, :baseline, :class, "
		    ":fingerprint, :verdict, :note, :score, :speedup, :ci_low, "
		    ":ci_high, "
		    ":time_ns, :time_low, :time_high, :vs_library, :confidence, "
		    ":margin, :n_pairs, :variant, :baseline_object, "
		    ":baseline_launches_ns, :launches_ns)",
		    &s, err))
		return -1;
	aisp_machine_class(&e->machine, &of->machine, e->target, NULL);
	put_whole(s, ":run", run);
	put_text(s, ":target", e->target);
	put_text(s, ":params", e->params);
	put_text(s, ":distribution", e->distribution);
	put_text(s, ":baseline", e->baseline);
	put_text(s, ":class", e->machine.slug);
	put_text(s, ":fingerprint", e->machine.fingerprint);
	put_text(s, ":verdict", aisp_word_name(aisp_result_verdict(r)));
	put_text(s, ":variant", e->variant);
	if (r->arms[AISP_BASELINE])
		put_text(s, ":baseline_object", r->arms[AISP_BASELINE]->hash);
	if (e->is_by_score)
		put_text(s, ":score", r->score->name);
	if (!has_figures) {
		put_text(s, ":note", note.msg);
	} else if (bind_figures(s, e, r)) {
		sqlite3_finalize(s);
		return aisp_err_set(err, "out of memory");
	}
	return run_statement(h, s, err);
}

/* Returns 0, 1 if the run was entered before, or -1. */
static int insert_all(struct aisp_history *h, const struct aisp_run *of,
		      struct aisp_err *err)
{
	struct aisp_expect *e = malloc(sizeof(*e));
	sqlite3_int64 run;
	int rc = -1;

	if (!e)
		return aisp_err_set(err, "out of memory");
	if (insert_run(h, of, err))
		goto out;
	rc = !sqlite3_changes(h->db);
	run = sqlite3_last_insert_rowid(h->db);
	for (int i = 0; !rc && i < of->n_results; i++)
		rc = insert_result(h, run, of, i, e, err);
out:
	free(e);
	return rc;
}

int aisp_history_enter(struct aisp_history *h, const struct aisp_run *run,
		       struct aisp_err *err)
{
	int rc;

	if (aisp_history_do(h, "BEGIN IMMEDIATE", err))
		return -1;
	rc = insert_all(h, run, err);
	if (rc < 0)
		aisp_history_do(h, "ROLLBACK", NULL);
	else if (aisp_history_do(h, "COMMIT", err)) {
		aisp_history_do(h, "ROLLBACK", NULL);
		rc = -1;
	}
	return rc;
}
