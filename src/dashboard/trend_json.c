/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/field.h"
#include "base/text.h"
#include "report/trend.h"
#include "store/history.h"
#include "trend_json.h"

#define MAX_POINTS 200 /* of a series, the last */

/* State of the database and its journal when the text was made. */
struct stamp {
	struct timespec mtime[2];
	off_t n_bytes[2];
};

struct aisp_trends {
	char *path;
	pthread_mutex_t lock; /* over what follows */
	struct stamp stamp;
	char *text;
};

struct aisp_trends *aisp_trends_new(const char *path)
{
	struct aisp_trends *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->path = strdup(path);
	pthread_mutex_init(&t->lock, NULL);
	if (t->path)
		return t;
	aisp_trends_free(t);
	return NULL;
}

void aisp_trends_free(struct aisp_trends *t)
{
	if (!t)
		return;
	pthread_mutex_destroy(&t->lock);
	free(t->path);
	free(t->text);
	free(t);
}

static void read_stamp(const struct aisp_trends *t, struct stamp *s)
{
	char wal[4200];
	const char *const files[2] = { t->path, wal };
	struct stat st;

	snprintf(wal, sizeof(wal), "%s-wal", t->path);
	memset(s, 0, sizeof(*s));
	for (int i = 0; i < 2; i++)
		if (!stat(files[i], &st)) {
			s->mtime[i] = st.st_mtim;
			s->n_bytes[i] = st.st_size;
		}
}

static json_t *point_json(const void *series, int i)
{
	const struct aisp_history_row *row =
		((const struct aisp_history_series *)series)->points[i];

	return json_pack(
		"[ssssoooooo]", aisp_base_name(row->folder), row->started, row->commit,
		aisp_word_name(row->verdict), aisp_number_json(row->speedup),
		aisp_number_json(row->speedup_ci[0]),
		aisp_number_json(row->speedup_ci[1]), aisp_number_json(row->time_ns),
		aisp_number_json(row->time_ci_ns[0]),
		aisp_number_json(row->time_ci_ns[1]));
}

static const struct aisp_history_row *last_of(const struct aisp_history_series *s)
{
	return s->points[s->n_points - 1];
}

/* The series of times with the same last row; its points may begin elsewhere. */
static json_t *changes_of(const struct aisp_history_trends *times,
			  const struct aisp_history_series *series)
{
	for (int i = 0; i < times->n; i++)
		if (times->at[i].n_points == series->n_points &&
		    last_of(&times->at[i]) == last_of(series))
			return aisp_trend_changes_json(&times->at[i]);
	return json_array();
}

struct both {
	struct aisp_history_trends speedups, times;
};

static json_t *series_json(const void *both, int i)
{
	const struct both *b = both;
	const struct aisp_history_series *s = &b->speedups.at[i];
	const struct aisp_history_row *last = last_of(s);

	return json_pack("{ss ss ss ss ss so so so}", "target", last->target, "params",
			 last->params, "distribution", last->distribution, "class",
			 last->class, "host", last->host, "points",
			 aisp_list_json(s->n_points, point_json, s), "speedup_changes",
			 aisp_trend_changes_json(s), "time_changes",
			 changes_of(&b->times, s));
}

static json_t *all_json(const struct aisp_history_rows *rows)
{
	struct both b = { 0 };
	json_t *list = NULL;

	if (!aisp_history_series(&b.speedups, rows, AISP_HISTORY_SPEEDUP, MAX_POINTS) &&
	    !aisp_history_series(&b.times, rows, AISP_HISTORY_TIME, MAX_POINTS))
		list = aisp_list_json(b.speedups.n, series_json, &b);
	aisp_history_trends_release(&b.speedups);
	aisp_history_trends_release(&b.times);
	return list ? json_pack("{so}", "series", list) : NULL;
}

static char *make_text(const char *path)
{
	static const struct aisp_history_filter all = { 0 };
	struct aisp_history_rows rows = { 0 };
	struct aisp_history *h;
	struct aisp_err err;
	json_t *json;
	char *text;

	if (!*path || access(path, F_OK))
		return strdup("{\"series\":null}");
	h = aisp_history_open(path, false, &err);
	json = h && !aisp_history_read(&rows, h, &all, &err)
		       ? all_json(&rows)
		       : json_pack("{ss}", "error", err.msg);
	aisp_history_close(h);
	text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	json_decref(json);
	aisp_history_rows_release(&rows);
	return text;
}

char *aisp_trends_json(struct aisp_trends *t)
{
	struct stamp now;
	char *copy;

	pthread_mutex_lock(&t->lock);
	read_stamp(t, &now);
	if (!t->text || memcmp(&now, &t->stamp, sizeof(now)) != 0) {
		free(t->text);
		t->text = make_text(t->path);
		t->stamp = now;
	}
	copy = t->text ? strdup(t->text) : NULL;
	pthread_mutex_unlock(&t->lock);
	return copy;
}
