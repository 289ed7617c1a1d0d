/* SPDX-License-Identifier: MIT
 *
 * history_parts.h - shared by the history_*.c files only.
 */
#ifndef AISP_HISTORY_PARTS_H
#define AISP_HISTORY_PARTS_H

#include <limits.h>
#include <sqlite3.h>

#include "expect.h"
#include "history.h"

struct aisp_history {
	sqlite3 *db;
	int schema; /* of the file */
	char path[PATH_MAX];
};

/* In schema 1 a result's note alone says which score judged it. */
#define AISP_HISTORY_SCORE_1                                                           \
	"iif(note GLOB '" AISP_JUDGED_BY_SCORE                                         \
	"*', substr(note, 1 + length('" AISP_JUDGED_BY_SCORE "')), NULL)"

/* Returns -1, with SQLite's message, the file and the remedy in *err. */
int aisp_history_fail(const struct aisp_history *h, const char *verb, int code,
		      struct aisp_err *err);

/* Executes statements without results.  Returns 0, or -1 with *err filled. */
int aisp_history_do(struct aisp_history *h, const char *sql, struct aisp_err *err);

#endif
