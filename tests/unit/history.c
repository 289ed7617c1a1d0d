/* SPDX-License-Identifier: MIT
 *
 * The history: runs come out as they went in, in the order of entry; two writers,
 * killed writers, damaged and foreign files.
 */
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/field.h"
#include "store/history.h"
#include "tap.h"
#include "unit/rows_of.h"
#include "unit/run_of.h"
#include "unit/store_result.h"
#include "unit/store_tmp.h"

#define N_PROCESSES 6
#define N_EACH      5

static struct aisp_err err;
static char path[PATH_MAX];

static void use(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", tmp_base, name);
}

/* Enters a run with that seed, made at that time. */
static int enter(struct aisp_history *h, int seed, double speedup, const char *started,
		 const char *commit)
{
	json_t *results = result_json(speedup, speedup * 0.98, speedup * 1.02);
	json_t *m = manifest_json("AMD EPYC", 2);
	json_t *run = json_object_get(results, "run");
	char text[32];
	int rc;

	snprintf(text, sizeof(text), "%d", seed);
	json_object_set_new(run, "seed", json_string(text));
	json_object_set_new(run, "started", json_string(started));
	json_object_set_new(json_object_get(m, "git"), "commit", json_string(commit));
	rc = enter_documents(h, results, m, &err);
	json_decref(results);
	json_decref(m);
	return rc;
}

static int count(const struct aisp_history_filter *f)
{
	struct aisp_history *h = aisp_history_open(path, false, &err);
	struct aisp_history_rows rows = { 0 };
	int n = h && !aisp_history_read(&rows, h, f, &err) ? rows.n : -1;

	aisp_history_rows_release(&rows);
	aisp_history_close(h);
	return n;
}

static int count_matching(const char *target, const char *machine, const char *commit)
{
	const struct aisp_history_filter f = { target, machine, commit, false };

	return count(&f);
}

static void test_rows(void)
{
	const struct aisp_history_filter all = { .has_launches = true };
	const struct aisp_history_row *row;
	struct aisp_history_rows rows;
	struct aisp_history *h;
	json_t *manifest;

	use("new/deep/h.sqlite");
	h = aisp_history_open(path, true, &err);
	ok(h && !enter(h, 1, 2, "2026-11-21T12:00:00Z", "aaaa1111"),
	   "the first run makes the file, and its folders");
	ok(enter(h, 1, 2, "2026-11-21T12:00:00Z", "aaaa1111") == 1,
	   "the same run again is not entered");
	/* The clock was set back by a day. */
	ok(!enter(h, 2, 3, "2026-11-20T12:00:00Z", "bbbb2222"), "a second run");
	aisp_history_read(&rows, h, &all, &err);
	row = rows.at[1];
	ok(rows.n == 2 && row->speedup == 3,
	   "the order is that of entry, not of the clock");
	ok(same(row->target, TARGET) && same(row->params, "n=4") &&
		   same(row->class, "epyc-2c") && same(row->commit, "bbbb2222") &&
		   same(row->grade, "C") && row->speedup_ci[0] == 3 * 0.98 &&
		   row->verdict == AISP_WORD_FASTER && row->margin == 0.01 &&
		   aisp_field_number(row->document, "n_pairs") == 10,
	   "what was entered");
	ok(row->launches_ns.n == 10 && row->baseline_launches_ns.at[1] == 1001,
	   "with its launches");
	manifest = aisp_history_manifest(h, row->run, &err);
	ok(same(aisp_field_text(manifest, "host"), "box"), "and its manifest");
	json_decref(manifest);
	aisp_history_rows_release(&rows);
	aisp_history_close(h);
	ok(count_matching("ch07:*", NULL, NULL) == 2 &&
		   count_matching("ch08:*", NULL, NULL) == 0,
	   "by target");
	ok(count_matching(NULL, "epyc*", NULL) == 2 &&
		   count_matching(NULL, "box", NULL) == 2 &&
		   count_matching(NULL, "h200", NULL) == 0,
	   "by class or host");
	ok(count_matching(NULL, NULL, "bbbb") == 1, "by commit");
}

static void test_invalid(void)
{
	json_t *results = result_json(2, 1.9, 2.1), *m = manifest_json("AMD EPYC", 2);
	const struct aisp_history_filter all = { 0 };
	struct aisp_history_trends series;
	struct aisp_history_rows rows;
	struct aisp_history *h;

	use("invalid");
	h = aisp_history_open(path, true, &err);
	json_object_set_new(json_object_get(first(results), "comparison"), "verdict",
			    json_string("INVALID"));
	enter_documents(h, results, m, &err);
	aisp_history_read(&rows, h, &all, &err);
	aisp_history_series(&series, &rows, AISP_HISTORY_SPEEDUP, 100);
	ok(rows.n == 1 && isnan(rows.at[0]->speedup) &&
		   says(rows.at[0]->note, "INVALID") && !series.n,
	   "an INVALID result is entered without figures, and in no series");
	aisp_history_trends_release(&series);
	aisp_history_rows_release(&rows);
	json_decref(results);
	json_decref(m);
	aisp_history_close(h);
}

/* Two slow runs of fourteen make a change, one of thirteen does not. */
static void test_series(void)
{
	const struct aisp_history_filter all = { 0 };
	const struct aisp_history_series *one;
	struct aisp_history_trends series;
	struct aisp_history_rows rows;
	struct aisp_history *h;
	json_t *list;

	use("series");
	h = aisp_history_open(path, true, &err);
	for (int i = 0; i < 14; i++)
		enter(h, i, (i < 12 ? 2 : 1.5) + 0.01 * (i % 3), "t", "c");
	aisp_history_read(&rows, h, &all, &err);
	aisp_history_series(&series, &rows, AISP_HISTORY_SPEEDUP, 100);
	one = &series.at[0];
	ok(series.n == 1 && one->n_points == 14,
	   "one experiment on one machine is one series");
	ok(one->n_changes == 1 && one->changes[0].at == 12 &&
		   one->changes[0].before > 1.99 && one->changes[0].after < 1.53,
	   "two runs confirm a change");
	aisp_history_trends_release(&series);
	rows.n = 13;
	aisp_history_series(&series, &rows, AISP_HISTORY_SPEEDUP, 100);
	ok(series.n == 1 && !series.at[0].n_changes, "one run does not");
	aisp_history_trends_release(&series);
	list = json_deep_copy(rows.documents);
	aisp_history_rows_release(&rows);
	json_object_set_new(json_array_get(list, 0), "fingerprint", json_string("x"));
	json_object_set_new(json_array_get(list, 1), "params", json_string("n=5"));
	rows = rows_of(list);
	aisp_history_series(&series, &rows, AISP_HISTORY_TIME, 3);
	ok(series.n == 3 && series.at[2].n_points == 3 &&
		   series.at[2].points[2] == rows.at[13],
	   "another machine or parameter is another series; the last 3 points");
	aisp_history_trends_release(&series);
	aisp_history_rows_release(&rows);
	aisp_history_close(h);
}

/* A value that is no number, or has no baseline beside it, is refused by name. */
static void test_wrong_rows(void)
{
	static const char *const wrong[][2] = {
		{ "[{\"target\": \"t\", \"speedup\": \"2\"}]",
		  "history[0].speedup has the wrong type" },
		{ "[{\"target\": \"t\"}, {}]", "history[1].target is missing" },
		{ "[{\"target\": \"t\", \"launches_ns\": [1]}]",
		  "history[0].launches_ns has no baseline for each" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		json_t *list = json_loads(wrong[i][0], 0, NULL);
		struct aisp_history_rows rows;

		ok(aisp_history_rows_parse(&rows, list, &err) &&
			   says(err.msg, wrong[i][1]),
		   "a row that is none");
		aisp_history_rows_release(&rows);
		json_decref(list);
	}
}

static void write_runs(int process)
{
	for (int i = 0; i < N_EACH; i++) {
		struct aisp_history *h = aisp_history_open(path, true, &err);

		if (!h || enter(h, 100 * process + i, 2, "t", "c"))
			_exit(printf("# %s\n", err.msg) > 0);
		aisp_history_close(h);
	}
	_exit(0);
}

static void test_at_once(void)
{
	int status, n_failed = 0;

	use("at once");
	for (int i = 0; i < N_PROCESSES; i++)
		if (!fork())
			write_runs(i);
	while (wait(&status) > 0)
		n_failed += status != 0;
	ok(!n_failed && count_matching(NULL, NULL, NULL) == N_PROCESSES * N_EACH,
	   "writers at once, from the first on: nothing is lost");
}

static void test_killed(void)
{
	struct aisp_history *h;
	int n;

	use("killed");
	h = aisp_history_open(path, true, &err);
	aisp_history_close(h);
	for (int i = 0; i < 5; i++) {
		pid_t pid = fork();

		if (!pid)
			for (int k = 0;; k++) {
				h = aisp_history_open(path, true, &err);
				enter(h, 1000 * i + k, 2, "t", "c");
				aisp_history_close(h);
			}
		while (count_matching(NULL, NULL, NULL) < 3 * (i + 1))
			usleep(1000);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	n = count_matching(NULL, NULL, NULL);
	h = aisp_history_open(path, true, &err);
	ok(n >= 15 && h && !enter(h, 99999, 2, "t", "c") &&
		   count_matching(NULL, NULL, NULL) == n + 1,
	   "killed writers leave a file that goes on");
	aisp_history_close(h);
}

/* Neither reading nor writing works, both errors say `named`, and the file stays. */
static int refuses(const char *named)
{
	struct stat before, after;
	struct aisp_history *h;
	int rc = !stat(path, &before);

	for (int is_writing = 0; is_writing < 2; is_writing++) {
		h = aisp_history_open(path, is_writing, &err);
		rc = rc && !h && says(err.msg, path) && says(err.msg, named);
		aisp_history_close(h);
	}
	return rc && !stat(path, &after) && before.st_size == after.st_size;
}

static void run_sql(const char *sql)
{
	sqlite3 *db;

	if (sqlite3_open(path, &db) || sqlite3_exec(db, sql, NULL, NULL, NULL))
		printf("# %s\n", sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* A run with a result that a score judges, and one that is INVALID. */
static void enter_scored(struct aisp_history *h)
{
	json_t *results = result_json(2, 1.9, 2.1), *m = manifest_json("AMD EPYC", 2);
	json_t *score = json_pack("{ss ss}", "name", "loss", "better", "less");
	json_t *comparison = json_object_get(first(results), "comparison");

	json_object_set_new(first(results), "score", score);
	enter_documents(h, results, m, &err);
	json_object_set_new(comparison, "verdict", json_string("INVALID"));
	json_object_set_new(json_object_get(results, "run"), "seed", json_string("9"));
	enter_documents(h, results, m, &err);
	json_decref(results);
	json_decref(m);
}

/* Does a reader or writer see enter_scored()'s scores behind n_before other rows? */
static bool has_scores(bool is_writing, int n_before)
{
	const struct aisp_history_filter all = { 0 };
	struct aisp_history *h = aisp_history_open(path, is_writing, &err);
	struct aisp_history_rows rows = { 0 };
	bool has = h && !aisp_history_read(&rows, h, &all, &err) &&
		   rows.n == n_before + 2 && same(rows.at[n_before]->score, "loss") &&
		   says(rows.at[n_before]->note, "its score: ") &&
		   same(rows.at[n_before + 1]->score, "") &&
		   (!n_before || same(rows.at[0]->score, ""));

	aisp_history_rows_release(&rows);
	aisp_history_close(h);
	return has;
}

static int schema_of(void)
{
	sqlite3_stmt *s = NULL;
	sqlite3 *db;
	int n = -1;

	if (!sqlite3_open(path, &db) &&
	    !sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) &&
	    sqlite3_step(s) == SQLITE_ROW)
		n = sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return n;
}

static void test_scores(void)
{
	struct aisp_history *h;

	use("scored");
	h = aisp_history_open(path, true, &err);
	enter(h, 1, 2, "t", "c");
	enter_scored(h);
	aisp_history_close(h);
	ok(schema_of() == 3 && has_scores(false, 1),
	   "a result that a score judges says which; an INVALID one is just that");
	run_sql("ALTER TABLE results DROP COLUMN baseline_object; PRAGMA user_version "
		"= 2");
	ok(has_scores(false, 1) && schema_of() == 2, "schema 2 is read");
	run_sql("ALTER TABLE results DROP COLUMN score; PRAGMA user_version = 1");
	ok(has_scores(false, 1) && schema_of() == 1,
	   "in schema 1 its note says so; a reader leaves the file as it is");
	ok(has_scores(true, 1) && schema_of() == 3, "a writer brings it to schema 3");
	run_sql("ALTER TABLE results DROP COLUMN baseline_object; PRAGMA user_version "
		"= 2");
	ok(has_scores(true, 1) && schema_of() == 3, "and one of schema 2");
	run_sql("UPDATE results SET note = 'judged by its score: x'");
	ok(has_scores(false, 1) && has_scores(true, 1),
	   "where the note decides nothing");
}

static void test_foreign(void)
{
	struct aisp_history *h;

	tmp_put("garbage", "This is no database, and longer than the header of one: "
			   "what SQLite reads first are a hundred bytes.  And more.");
	use("garbage");
	ok(refuses("it is damaged: move it away") && says(err.msg, "--add"),
	   "no database: named, with the remedy, and left alone");
	use("other");
	run_sql("CREATE TABLE accounts (money INTEGER)");
	ok(refuses("another program's"), "another program's database");
	use("newer");
	h = aisp_history_open(path, true, &err);
	enter(h, 1, 2, "t", "c");
	aisp_history_close(h);
	run_sql("PRAGMA user_version = 4");
	ok(refuses("of a newer aisp (schema 4"), "one of a newer aisp");
	use("none");
	ok(count_matching(NULL, NULL, NULL) == -1 && says(err.msg, "--add"),
	   "reading what is not there says how it comes to be");
	ok(access(path, F_OK), "and makes nothing");
	tmp_put("empty", "");
	use("empty");
	h = aisp_history_open(path, true, &err);
	ok(h && !enter(h, 1, 2, "t", "c"), "an empty file is a new history");
	aisp_history_close(h);
	tmp_put("plain", "");
	use("plain/h.sqlite");
	ok(!aisp_history_open(path, true, &err) &&
		   says(err.msg, "with --history FILE)"),
	   "no folder can be made: the remedy");
}

/* Bytes in the middle are overwritten: no request may crash. */
static void test_damaged(void)
{
	struct aisp_history *h;
	struct stat st;
	FILE *f;
	int n;

	use("damaged");
	h = aisp_history_open(path, true, &err);
	for (int i = 0; i < 40; i++)
		enter(h, i, 2, "t", "c");
	aisp_history_close(h);
	f = fopen(path, "r+");
	if (!f || fstat(fileno(f), &st))
		abort();
	for (long at = 4096; at < st.st_size; at += 64) {
		fseek(f, at, SEEK_SET);
		fputs("\xff\xfe\x00garbage", f);
	}
	fclose(f);
	err.msg[0] = '\0';
	n = count_matching(NULL, NULL, NULL);
	ok(n == -1 && says(err.msg, "it is damaged") && says(err.msg, path),
	   "damaged pages: named, with the remedy");
	h = aisp_history_open(path, true, &err);
	ok(!h || enter(h, 99, 2, "t", "c") == -1, "and no run is entered into them");
	aisp_history_close(h);
}

static void test_path(void)
{
	char found[64];

	unsetenv("AISP_HISTORY");
	ok(!aisp_history_path(found, sizeof(found), NULL, "/d", &err) &&
		   same(found, "/d/history.sqlite"),
	   "the usual place");
	setenv("AISP_HISTORY", "/x y", 1);
	ok(!aisp_history_path(found, sizeof(found), NULL, "/d", &err) &&
		   same(found, "/x y"),
	   "$AISP_HISTORY");
	setenv("AISP_HISTORY", "off", 1);
	ok(!aisp_history_path(found, sizeof(found), NULL, "/d", &err) &&
		   same(found, ""),
	   "switched off");
	ok(!aisp_history_path(found, sizeof(found), "f", "/d", &err) &&
		   same(found, "f"),
	   "the option goes before it");
}

int main(void)
{
	tmp_make();
	test_path();
	test_rows();
	test_invalid();
	test_series();
	test_wrong_rows();
	test_at_once();
	test_killed();
	test_scores();
	test_foreign();
	test_damaged();
	tmp_remove();
	return done();
}
