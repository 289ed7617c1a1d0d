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
#include "store/history.h"
#include "trend_json.h"

#define MAX_POINTS 200 /* of a series, the last */

/* The database and its journal, as they were when the text was made. */
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

static json_t *point_json(const json_t *row)
{
	const json_t *speedup = json_object_get(row, "speedup_ci");
	const json_t *time = json_object_get(row, "time_ci");

	return json_pack("[ssssoooooo]", aisp_base_name(aisp_field_text(row, "folder")),
			 aisp_field_text(row, "started"),
			 aisp_field_text(row, "commit"),
			 aisp_field_text(row, "verdict"),
			 aisp_number_json(aisp_field_number(row, "speedup")),
			 aisp_number_json(aisp_element_number(speedup, 0)),
			 aisp_number_json(aisp_element_number(speedup, 1)),
			 aisp_number_json(aisp_field_number(row, "time_ns")),
			 aisp_number_json(aisp_element_number(time, 0)),
			 aisp_number_json(aisp_element_number(time, 1)));
}

static json_t *series_json(const json_t *series)
{
	const json_t *points = json_object_get(series, "points"), *row;
	const json_t *last = json_array_get(points, json_array_size(points) - 1);
	json_t *list = json_array();
	size_t i;

	json_array_foreach(points, i, row)
		json_array_append_new(list, point_json(row));
	return json_pack("{ss ss ss ss ss so}", "target",
			 aisp_field_text(series, "target"), "params",
			 aisp_field_text(series, "params"), "distribution",
			 aisp_field_text(series, "distribution"), "class",
			 aisp_field_text(series, "class"), "host",
			 aisp_field_text(last, "host"), "points", list);
}

/* The series of times that has the same last row; its points may begin elsewhere. */
static const json_t *changes_of(const json_t *times, const json_t *series)
{
	const json_t *points = json_object_get(series, "points"), *other;
	const json_t *last = json_array_get(points, json_array_size(points) - 1);
	size_t i;

	json_array_foreach(times, i, other) {
		const json_t *p = json_object_get(other, "points");

		if (json_array_size(p) == json_array_size(points) &&
		    json_array_get(p, json_array_size(p) - 1) == last)
			return json_object_get(other, "changes");
	}
	return NULL;
}

static json_t *all_json(const json_t *rows)
{
	json_t *speedups = aisp_history_series(rows, "speedup", MAX_POINTS);
	json_t *times = aisp_history_series(rows, "time", MAX_POINTS);
	json_t *list = json_array();
	const json_t *series;
	size_t i;

	json_array_foreach(speedups, i, series) {
		json_t *one = series_json(series);
		const json_t *changes = changes_of(times, series);

		json_object_set(one, "speedup_changes",
				json_object_get(series, "changes"));
		json_object_set_new(one, "time_changes",
				    changes ? json_deep_copy(changes) : json_array());
		json_array_append_new(list, one);
	}
	json_decref(speedups);
	json_decref(times);
	return json_pack("{so}", "series", list);
}

static char *make_text(const char *path)
{
	static const struct aisp_history_filter all = { 0 };
	struct aisp_history *h;
	json_t *rows = NULL, *json;
	struct aisp_err err;
	char *text;

	if (!*path || access(path, F_OK))
		return strdup("{\"series\":null}");
	h = aisp_history_open(path, false, &err);
	if (h)
		rows = aisp_history_read(h, &all, &err);
	aisp_history_close(h);
	json = rows ? all_json(rows) : json_pack("{ss}", "error", err.msg);
	text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	json_decref(json);
	json_decref(rows);
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
