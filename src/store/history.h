/* SPDX-License-Identifier: MIT
 *
 * history.h - all runs of a user, in an SQLite file.
 *
 * Several processes may enter runs at once; the file is never replaced.  Its order is
 * that of entry, whatever the clocks said.
 */
#ifndef AISP_HISTORY_H
#define AISP_HISTORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "run/history_model.h"
#include "run/model.h"

#define AISP_HISTORY_SCHEMA 3

struct aisp_history;

/*
 * Finds the file: `given` (an option's value, or NULL), else $AISP_HISTORY, else
 * <data>/history.sqlite. path is "" if that variable is "off".  Returns 0 or -1.
 */
int aisp_history_path(char *path, size_t size, const char *given, const char *data,
		      struct aisp_err *err);

/*
 * Opens the file. For writing, makes it and its directories if missing, and updates the
 * schema of an older aisp; for reading, it stays unchanged.  Returns NULL with *err
 * saying what to do: the file is damaged, of a newer aisp or another program, or there
 * is no room or permission.
 */
struct aisp_history *aisp_history_open(const char *path, bool is_writing,
				       struct aisp_err *err);
void aisp_history_close(struct aisp_history *h);

/*
 * Enters a run: all results or none.  Returns 0; 1 if it was entered before; or -1 with
 * *err filled.
 */
int aisp_history_enter(struct aisp_history *h, const struct aisp_run *run,
		       struct aisp_err *err);

/* Selects results; NULL selects all.  Patterns are those of SQLite's GLOB. */
struct aisp_history_filter {
	const char *target;  /* a pattern */
	const char *machine; /* a pattern for the class, the fingerprint or the host */
	const char *commit;  /* its first digits */
	bool has_launches;   /* also read the times of the launches */
};

/*
 * Reads the results in order of entry into empty rows, which the caller must release in
 * any case.  Returns 0, or -1 with *err filled.
 */
int aisp_history_read(struct aisp_history_rows *rows, struct aisp_history *h,
		      const struct aisp_history_filter *f, struct aisp_err *err);

/* The rows of one run, with launches, as if it were the only one entered. */
int aisp_history_of_run(struct aisp_history_rows *rows, const struct aisp_run *run,
			struct aisp_err *err);

/*
 * Makes series of rows with a speedup or a time: the last max per experiment and
 * machine.  A change needs two points on either side, and a permutation test
 * (base/change.h) at AISP_CHANGE_LEVEL.  The rows must outlive the series. 0, or -1
 * without memory.
 */
int aisp_history_series(struct aisp_history_trends *trends,
			const struct aisp_history_rows *rows,
			enum aisp_history_metric metric, int max);

/*
 * One series in twenty that never changed shows a change.  At a hundredth, two
 * points would confirm a change only after twenty others.
 */
#define AISP_CHANGE_LEVEL 0.05

/* The manifest of an entered run, without its peaks. */
json_t *aisp_history_manifest(struct aisp_history *h, int64_t run,
			      struct aisp_err *err);

#endif
