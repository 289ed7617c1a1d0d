/* SPDX-License-Identifier: MIT
 *
 * history_model.h - results of many runs as rows of a history, and series of these.  A
 * missing text is "", a missing number NaN.
 */
#ifndef AISP_HISTORY_MODEL_H
#define AISP_HISTORY_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "base/err.h"
#include "values.h"
#include "word.h"

/* A result of a run. */
struct aisp_history_row {
	json_t *document; /* the whole row, for those who print it */
	int64_t run;      /* in the order of entry */
	const char *started, *host, *commit, *grade, *folder;
	bool is_dirty;
	const char *target, *params, *distribution, *baseline;
	const char *class, *fingerprint; /* of the machine */
	const char *variant;             /* the object's hash */
	const char *baseline_object;     /* the hash of the baseline's; "": unknown */
	const char *note;                /* why there are no figures */
	const char *score;               /* the score that was judged; "": time was */
	enum aisp_word verdict;
	double speedup, speedup_ci[2], time_ns, time_ci_ns[2], margin;
	struct aisp_numbers baseline_launches_ns, launches_ns; /* block by block */
};

/* A zeroed struct is empty, and may be released. */
struct aisp_history_rows {
	json_t *documents;
	const struct aisp_history_row **at;
	int n;
	struct aisp_arena arena;
};

/* Parse a list of objects, to which the rows keep a reference.  Returns 0 or -1. */
int aisp_history_rows_parse(struct aisp_history_rows *rows, json_t *list,
			    struct aisp_err *err);
void aisp_history_rows_release(struct aisp_history_rows *rows);

/* Remove the rows for which keep[i] is false. */
void aisp_history_rows_keep(struct aisp_history_rows *rows, const bool *keep);

/* One target at the same parameters and distribution, over the same baseline? */
bool aisp_history_is_same(const struct aisp_history_row *a,
			  const struct aisp_history_row *b);

/* The figure of a result. */
enum aisp_history_metric {
	AISP_HISTORY_SPEEDUP,
	AISP_HISTORY_TIME,
	AISP_N_HISTORY_METRICS
};

const char *aisp_history_metric_name(enum aisp_history_metric f); /* "speedup" */

/* Returns AISP_N_HISTORY_METRICS for an unknown word. */
enum aisp_history_metric aisp_history_metric_find(const char *word);

double aisp_history_value(const struct aisp_history_row *row,
			  enum aisp_history_metric m);

struct aisp_history_change {
	int at;               /* the first point after the change */
	double p;             /* of the permutation test */
	double before, after; /* medians */
};

/* One experiment on one machine. */
struct aisp_history_series {
	const struct aisp_history_row *of; /* any of its rows */
	enum aisp_history_metric metric;
	const struct aisp_history_row **points;
	int n_points;
	struct aisp_history_change *changes;
	int n_changes;
};

/* A zeroed struct is empty, and may be released. */
struct aisp_history_trends {
	struct aisp_history_series *at;
	int n;
	struct aisp_arena arena;
};

void aisp_history_trends_release(struct aisp_history_trends *trends);

#endif
