/* SPDX-License-Identifier: MIT
 *
 * history_parts.h - shared by the history_*.c files, nothing else.
 */
#ifndef AISP_HISTORY_PARTS_H
#define AISP_HISTORY_PARTS_H

#include <limits.h>
#include <sqlite3.h>

#include "history.h"

struct aisp_history {
	sqlite3 *db;
	char path[PATH_MAX];
};

/* -1, with what SQLite says, the file and the remedy. */
int aisp_history_fail(const struct aisp_history *h, const char *verb, int code,
		      struct aisp_err *err);

/* Statements without results.  0, or -1 with *err filled. */
int aisp_history_do(struct aisp_history *h, const char *sql, struct aisp_err *err);

#endif
