/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "live.h"
#include "report/format.h"
#include "store/progress_note.h"

#define LOOK_EVERY_NS   200000000
#define N_LOOKS_AT_MOST 25 /* then a comment shows whether the reader is gone */
#define MAX_LIVING      16

struct stream {
	struct aisp_live *live;
	char *last; /* the data that was sent */
	char *text; /* the event that is being sent, or NULL */
	size_t n_sent;
};

static json_t *note_json(const struct aisp_progress_note *n)
{
	char command[512], target[256];

	aisp_format_text(command, sizeof(command), n->command);
	aisp_format_text(target, sizeof(target), n->target);
	return json_pack("{ss ss ss si si si si sf}", "started", n->started, "command",
			 command, "target", target, "group", n->group, "n_groups",
			 n->n_groups, "block", n->block, "next_look", n->next_look,
			 "left_s", n->left_s);
}

char *aisp_live_json(const struct aisp_live *live)
{
	struct aisp_progress_note notes[MAX_LIVING];
	int n = aisp_progress_note_list(live->artifacts, notes, MAX_LIVING);
	char state[NAME_MAX + 32], *text = NULL;
	json_t *running = json_array(), *json;

	aisp_run_list_state(live->runs, state, sizeof(state));
	for (int i = 0; i < n; i++) /* one that is not UTF-8 is left out */
		json_array_append_new(running, note_json(&notes[i]));
	json = json_pack("{so so*}", "running", running, "state", json_string(state));
	if (json)
		text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

/* Makes the next event: after a change, or a comment after some seconds. */
static char *wait_for_event(struct stream *s)
{
	const struct timespec pause = { 0, LOOK_EVERY_NS };
	char *event = NULL;

	for (int i = 0; i < N_LOOKS_AT_MOST; i++) {
		char *data = aisp_live_json(s->live);

		if (data && (!s->last || strcmp(data, s->last) != 0)) {
			free(s->last);
			s->last = data;
			return asprintf(&event, "data: %s\n\n", data) < 0 ? NULL
									  : event;
		}
		free(data);
		if (atomic_load(&s->live->is_ending))
			return NULL;
		nanosleep(&pause, NULL);
	}
	return strdup(":\n\n");
}

/* Runs in the connection's own thread, so it may wait. */
static ssize_t read_stream(void *arg, uint64_t at, char *buf, size_t size)
{
	struct stream *s = arg;
	size_t n;

	(void)at;
	if (!s->text) {
		s->text = wait_for_event(s);
		s->n_sent = 0;
	}
	if (!s->text || atomic_load(&s->live->is_ending))
		return MHD_CONTENT_READER_END_OF_STREAM;
	n = strlen(s->text) - s->n_sent;
	n = n < size ? n : size;
	memcpy(buf, s->text + s->n_sent, n);
	s->n_sent += n;
	if (!s->text[s->n_sent]) {
		free(s->text);
		s->text = NULL;
	}
	return (ssize_t)n;
}

static void free_stream(void *arg)
{
	struct stream *s = arg;

	atomic_fetch_sub(&s->live->n_streams, 1);
	free(s->last);
	free(s->text);
	free(s);
}

struct MHD_Response *aisp_live_response(struct aisp_live *live)
{
	struct MHD_Response *response;
	struct stream *s;

	if (atomic_fetch_add(&live->n_streams, 1) >= AISP_MAX_STREAMS)
		goto out;
	s = calloc(1, sizeof(*s));
	if (!s)
		goto out;
	s->live = live;
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096,
						     read_stream, s, free_stream);
	if (response)
		return response;
	free(s);
out:
	atomic_fetch_sub(&live->n_streams, 1);
	return NULL;
}
