/* SPDX-License-Identifier: MIT
 *
 * history.c - find, open and check the file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "history_parts.h"

#define BUSY_MS        10000
#define APPLICATION_ID 0x61697370 /* "aisp", where file(1) looks for it */

static const char schema[] =
	"CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL "
	"UNIQUE, entered TEXT NOT NULL, started TEXT, ended TEXT, host TEXT, commit_id "
	"TEXT, is_dirty INTEGER, grade TEXT, folder TEXT, manifest TEXT);CREATE TABLE "
	"results (run INTEGER NOT NULL REFERENCES runs(id), target TEXT NOT NULL, "
	"params TEXT, distribution TEXT, baseline TEXT, class TEXT, fingerprint TEXT, "
	"verdict TEXT, note TEXT, score TEXT, speedup REAL, ci_low REAL, ci_high REAL, "
	"time_ns "
	"REAL, time_low REAL, time_high REAL, vs_library REAL, confidence REAL, margin "
	"REAL, n_pairs INTEGER, variant TEXT, baseline_object TEXT, "
	"baseline_launches_ns TEXT, launches_ns TEXT);CREATE INDEX results_by_target "
	"ON results (target, run);CREATE INDEX "
	"runs_by_commit ON runs (commit_id);";

int aisp_history_path(char *path, size_t size, const char *given, const char *data,
		      struct aisp_err *err)
{
	const char *variable = getenv("AISP_HISTORY");
	int n;

	if (given)
		n = snprintf(path, size, "%s", given);
	else if (variable && *variable)
		n = snprintf(path, size, "%s", strcmp(variable, "off") ? variable : "");
	else
		n = snprintf(path, size, "%s/history.sqlite", data);
	if (n < 0 || (size_t)n >= size)
		return aisp_err_set(err, "path too long: %.300s", given ? given : data);
	return 0;
}

static const char *remedy(int code)
{
	switch (code & 0xff) {
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return "it is damaged: move it away; `aisp bench history --add "
		       "artifacts/*` enters saved runs into a new one";
	case SQLITE_FULL:
		return "free some space, or choose another place with --history FILE";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return "another process holds it: try again";
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_IOERR:
		return "choose another place with --history FILE";
	default:
		return "use another file with --history FILE";
	}
}

int aisp_history_fail(const struct aisp_history *h, const char *verb, int code,
		      struct aisp_err *err)
{
	if (h->db && sqlite3_system_errno(h->db) == ENOSPC)
		code = SQLITE_FULL;
	return aisp_err_set(err, "%s the history %.200s: %s (%s)", verb, h->path,
			    sqlite3_errstr(code), remedy(code));
}

int aisp_history_do(struct aisp_history *h, const char *sql, struct aisp_err *err)
{
	int code = sqlite3_exec(h->db, sql, NULL, NULL, NULL);

	return code ? aisp_history_fail(h, "write", code, err) : 0;
}

/* Reads the number that a PRAGMA or a SELECT returns. */
static int ask(struct aisp_history *h, const char *sql, int *n, struct aisp_err *err)
{
	sqlite3_stmt *s = NULL;
	int code = sqlite3_prepare_v2(h->db, sql, -1, &s, NULL);

	*n = 0;
	if (!code)
		code = sqlite3_step(s);
	if (code == SQLITE_ROW)
		*n = sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	return code == SQLITE_ROW ? 0 : aisp_history_fail(h, "read", code, err);
}

/* Returns 1 if the file is ours, 0 if it is empty, -1 with *err filled. */
static int check(struct aisp_history *h, struct aisp_err *err)
{
	int n_tables = 0, id = 0, version = 0;

	if (ask(h, "SELECT count(*) FROM sqlite_master", &n_tables, err) ||
	    ask(h, "PRAGMA application_id", &id, err) ||
	    ask(h, "PRAGMA user_version", &version, err))
		return -1;
	if (!n_tables && !id)
		return 0;
	if (id != APPLICATION_ID)
		return aisp_err_set(err,
				    "%.200s is another program's database: choose "
				    "another file with --history FILE",
				    h->path);
	if (version > AISP_HISTORY_SCHEMA)
		return aisp_err_set(err,
				    "the history %.200s is of a newer aisp (schema %d; "
				    "this one knows %d): use that one, or another file "
				    "with --history FILE",
				    h->path, version, AISP_HISTORY_SCHEMA);
	h->schema = version;
	return 1;
}

/* Allows readers beside a writer.  SQLite's busy handler is not called for this. */
static int use_wal(struct aisp_history *h, struct aisp_err *err)
{
	int code, waited_ms = 0;

	while ((code = sqlite3_exec(h->db, "PRAGMA journal_mode = WAL", NULL, NULL,
				    NULL)) == SQLITE_BUSY &&
	       waited_ms < BUSY_MS)
		waited_ms += sqlite3_sleep(20);
	return code ? aisp_history_fail(h, "write", code, err) : 0;
}

/* From schema 1, and from schema 2 on. */
static const char upgrade_1[] =
	"ALTER TABLE results ADD COLUMN score TEXT; UPDATE results SET score "
	"= " AISP_HISTORY_SCORE_1 ";";
static const char upgrade_2[] = "ALTER TABLE results ADD COLUMN baseline_object TEXT;";

static bool is_old(const struct aisp_history *h)
{
	return h->schema < AISP_HISTORY_SCHEMA;
}

/* What the file lacks, in the transaction that found this out: two parts, or "". */
static const char *lacks_first(const struct aisp_history *h, int state)
{
	if (!state)
		return schema;
	return h->schema < 2 ? upgrade_1 : "";
}

static const char *lacks_then(const struct aisp_history *h, int state)
{
	return state && is_old(h) ? upgrade_2 : "";
}

/* Another process may have been first: checks again, alone. */
static int make_tables(struct aisp_history *h, struct aisp_err *err)
{
	char sql[sizeof(schema) + sizeof(upgrade_1) + sizeof(upgrade_2) + 128];
	int state;

	if (aisp_history_do(h, "BEGIN IMMEDIATE", err))
		return -1;
	state = check(h, err);
	snprintf(sql, sizeof(sql),
		 "%s %s PRAGMA application_id = %d; PRAGMA user_version = %d;",
		 state < 0 ? "" : lacks_first(h, state),
		 state < 0 ? "" : lacks_then(h, state), APPLICATION_ID,
		 AISP_HISTORY_SCHEMA);
	if (state < 0 || aisp_history_do(h, sql, err)) {
		aisp_history_do(h, "ROLLBACK", NULL);
		return -1;
	}
	h->schema = AISP_HISTORY_SCHEMA;
	return aisp_history_do(h, "COMMIT", err);
}

static int prepare(struct aisp_history *h, bool is_writing, struct aisp_err *err)
{
	int state = check(h, err);

	if (state < 0)
		return -1;
	if (!is_writing)
		return state ? 0
			     : aisp_err_set(err, "the history %.200s is empty",
					    h->path);
	return use_wal(h, err) || ((!state || is_old(h)) && make_tables(h, err)) ? -1
										 : 0;
}

static int make_folder(const char *path, struct aisp_err *err)
{
	char folder[PATH_MAX], *slash;

	snprintf(folder, sizeof(folder), "%s", path);
	slash = strrchr(folder, '/');
	if (!slash || slash == folder)
		return 0;
	*slash = '\0';
	if (!aisp_mkdirs(folder, NULL))
		return 0;
	return aisp_err_set(err,
			    "create %.200s for the history: %s (choose another place "
			    "with --history FILE)",
			    folder, strerror(errno));
}

/* Opens a file in a folder that allows no lock, for reading as it is. */
static int open_unlocked(struct aisp_history *h)
{
	char uri[3 * PATH_MAX + 32] = "file:";
	size_t n = strlen(uri);

	for (const char *s = h->path; *s; s++)
		n += (size_t)snprintf(uri + n, sizeof(uri) - n,
				      strchr("%?#", *s) ? "%%%02x" : "%c", *s);
	snprintf(uri + n, sizeof(uri) - n, "?immutable=1");
	sqlite3_close(h->db);
	return sqlite3_open_v2(uri, &h->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
			       NULL);
}

static bool is_locked_out(const struct aisp_history *h)
{
	char wal[PATH_MAX + 8];

	snprintf(wal, sizeof(wal), "%s-wal", h->path);
	return access(wal, F_OK) &&
	       (sqlite3_exec(h->db, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) &
		0xff) == SQLITE_CANTOPEN;
}

static int open_file(struct aisp_history *h, bool is_writing, struct aisp_err *err)
{
	int flags = is_writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
			       : SQLITE_OPEN_READONLY;
	int code;

	if (!is_writing && access(h->path, F_OK))
		return aisp_err_set(err,
				    "no history %.200s yet: `aisp bench run` makes "
				    "it, `aisp bench history --add` enters saved runs",
				    h->path);
	if (is_writing && make_folder(h->path, err))
		return -1;
	code = sqlite3_open_v2(h->path, &h->db, flags, NULL);
	if (!code && !is_writing && is_locked_out(h))
		code = open_unlocked(h);
	if (code)
		return aisp_history_fail(h, "open", code, err);
	sqlite3_busy_timeout(h->db, BUSY_MS);
	return prepare(h, is_writing, err);
}

struct aisp_history *aisp_history_open(const char *path, bool is_writing,
				       struct aisp_err *err)
{
	struct aisp_history *h = calloc(1, sizeof(*h));

	if (!h ||
	    (size_t)snprintf(h->path, sizeof(h->path), "%s", path) >= sizeof(h->path)) {
		aisp_err_set(err, "%s", h ? "path too long" : "out of memory");
		free(h);
		return NULL;
	}
	if (!open_file(h, is_writing, err))
		return h;
	aisp_history_close(h);
	return NULL;
}

void aisp_history_close(struct aisp_history *h)
{
	if (h)
		sqlite3_close(h->db);
	free(h);
}
