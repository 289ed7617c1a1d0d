/* SPDX-License-Identifier: MIT
 *
 * history_series.c - rows of a history as series, and where they change.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/change.h"
#include "base/stats.h"
#include "history.h"

/* The series to which the row belongs; appends one if it is the first. */
static struct aisp_history_series *series_of(struct aisp_history_trends *t,
					     const struct aisp_history_row *row)
{
	struct aisp_history_series *s = t->at;

	for (; s < t->at + t->n; s++)
		if (aisp_history_is_same(s->of, row) &&
		    !strcmp(s->of->class, row->class) &&
		    !strcmp(s->of->fingerprint, row->fingerprint))
			return s;
	t->n++;
	s->of = row;
	return s;
}

static double median_of(const double *logs, int from, int to)
{
	return exp(aisp_median(logs + from, to - from));
}

/* Stores the changes, and the medians before and after each. */
static int put_changes(struct aisp_history_series *s, const struct aisp_change *c,
		       const double *logs, struct aisp_arena *a)
{
	s->changes = aisp_arena_take(a, (size_t)s->n_changes, sizeof(*s->changes));
	for (int i = 0; s->changes && i < s->n_changes; i++) {
		int from = i ? c[i - 1].at : 0;
		int to = i + 1 < s->n_changes ? c[i + 1].at : s->n_points;

		s->changes[i] =
			(struct aisp_history_change){ c[i].at, c[i].p,
						      median_of(logs, from, c[i].at),
						      median_of(logs, c[i].at, to) };
	}
	return s->changes ? 0 : -1;
}

static int find_changes(struct aisp_history_series *s, struct aisp_arena *a)
{
	int n = s->n_points, rc = -1;
	double *logs = calloc((size_t)n + 1, sizeof(*logs));
	struct aisp_change *c = calloc((size_t)n + 1, sizeof(*c));

	if (!logs || !c)
		goto out;
	for (int i = 0; i < n; i++)
		logs[i] = log(aisp_history_value(s->points[i], s->metric));
	s->n_changes = aisp_changes(logs, n, 2, AISP_CHANGE_LEVEL, c, n);
	if (s->n_changes >= 0)
		rc = put_changes(s, c, logs, a);
out:
	free(logs);
	free(c);
	return rc;
}

/* Makes room for the points, after counting them. */
static int make_room(struct aisp_history_trends *t, enum aisp_history_metric metric)
{
	for (int i = 0; i < t->n; i++) {
		struct aisp_history_series *s = &t->at[i];

		s->metric = metric;
		s->points =
			aisp_arena_take(&t->arena, (size_t)s->n_points, sizeof(void *));
		if (!s->points)
			return -1;
		s->n_points = 0;
	}
	return 0;
}

static void leave_last(struct aisp_history_series *s, int max)
{
	if (s->n_points <= max)
		return;
	s->points += s->n_points - max;
	s->n_points = max;
}

int aisp_history_series(struct aisp_history_trends *t,
			const struct aisp_history_rows *rows,
			enum aisp_history_metric metric, int max)
{
	*t = (struct aisp_history_trends){ 0 };
	t->at = aisp_arena_take(&t->arena, (size_t)rows->n, sizeof(*t->at));
	if (!t->at)
		return -1;
	for (int i = 0; i < rows->n; i++)
		if (aisp_history_value(rows->at[i], metric) > 0)
			series_of(t, rows->at[i])->n_points++;
	if (make_room(t, metric))
		return -1;
	for (int i = 0; i < rows->n; i++) {
		struct aisp_history_series *s;

		if (!(aisp_history_value(rows->at[i], metric) > 0))
			continue;
		s = series_of(t, rows->at[i]);
		s->points[s->n_points++] = rows->at[i];
	}
	for (int i = 0; i < t->n; i++) {
		leave_last(&t->at[i], max);
		if (find_changes(&t->at[i], &t->arena))
			return -1;
	}
	return 0;
}
