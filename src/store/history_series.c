/* SPDX-License-Identifier: MIT
 *
 * history_series.c - rows of a history as series, and where they change.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/change.h"
#include "base/field.h"
#include "base/stats.h"
#include "history.h"

static const char *const identity[] = { "target",   "params", "distribution",
					"baseline", "class",  "fingerprint" };

#define N_IDENTITY (sizeof(identity) / sizeof(*identity))

static int is_same(const json_t *a, const json_t *b)
{
	for (size_t i = 0; i < N_IDENTITY; i++)
		if (strcmp(aisp_field_text(a, identity[i]),
			   aisp_field_text(b, identity[i])) != 0)
			return 0;
	return 1;
}

static const char *member_of(const char *metric)
{
	return strcmp(metric, "time") ? "speedup" : "time_ns";
}

/* The series that the row belongs to, appended if it is the first. */
static json_t *series_of(json_t *list, const json_t *row, const char *metric)
{
	json_t *series;
	size_t i;

	json_array_foreach(list, i, series)
		if (is_same(series, row))
			return series;
	series = json_pack("{ss s[]}", "metric", metric, "points");
	for (size_t k = 0; k < N_IDENTITY; k++)
		json_object_set(series, identity[k], json_object_get(row, identity[k]));
	json_array_append_new(list, series);
	return series;
}

static double median_of(const double *logs, int from, int to)
{
	return exp(aisp_median(logs + from, to - from));
}

static json_t *changes_json(const double *logs, int n)
{
	struct aisp_change *c = calloc((size_t)n + 1, sizeof(*c));
	int n_changes = c ? aisp_changes(logs, n, 2, AISP_CHANGE_LEVEL, c, n) : -1;
	json_t *list = n_changes < 0 ? NULL : json_array();

	for (int i = 0; i < n_changes; i++) {
		int from = i ? c[i - 1].at : 0,
		    to = i + 1 < n_changes ? c[i + 1].at : n;

		json_array_append_new(
			list, json_pack("{si sf sf sf}", "at", c[i].at, "p", c[i].p,
					"before", median_of(logs, from, c[i].at),
					"after", median_of(logs, c[i].at, to)));
	}
	free(c);
	return list;
}

static int find_changes(json_t *series)
{
	const json_t *points = json_object_get(series, "points"), *row;
	const char *member = member_of(aisp_field_text(series, "metric"));
	size_t n = json_array_size(points), i;
	double *logs = calloc(n + 1, sizeof(*logs));
	json_t *changes = NULL;

	if (logs) {
		json_array_foreach(points, i, row)
			logs[i] = log(aisp_field_number(row, member));
		changes = changes_json(logs, (int)n);
	}
	free(logs);
	return changes ? json_object_set_new(series, "changes", changes) : -1;
}

json_t *aisp_history_series(const json_t *rows, const char *metric, int max)
{
	json_t *list = json_array(), *row, *series;
	size_t i;

	json_array_foreach(rows, i, row) {
		json_t *points;

		if (!(aisp_field_number(row, member_of(metric)) > 0))
			continue;
		points = json_object_get(series_of(list, row, metric), "points");
		json_array_append(points, row);
		if (json_array_size(points) > (size_t)max)
			json_array_remove(points, 0);
	}
	json_array_foreach(list, i, series)
		if (find_changes(series)) {
			json_decref(list);
			return NULL;
		}
	return list;
}
