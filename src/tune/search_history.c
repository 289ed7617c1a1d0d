/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search_history.h"

void aisp_tune_history_init(struct aisp_tune_history *h, const struct aisp_space *s)
{
	*h = (struct aisp_tune_history){ .space = s,
					 .end = AISP_N_TUNE_ENDS,
					 .end_why = "",
					 .lines = json_array() };
}

void aisp_tune_history_release(struct aisp_tune_history *h)
{
	json_decref(h->lines);
	aisp_arena_release(&h->arena);
	free(h->candidates);
	free(h->records);
	memset(h, 0, sizeof(*h));
}

static struct aisp_tune_candidate *find(const struct aisp_tune_history *h, int64_t id)
{
	return id >= 0 && id < h->n_candidates ? &h->candidates[id] : NULL;
}

static int add_candidate(struct aisp_tune_history *h, const struct aisp_tune_record *r,
			 struct aisp_err *err)
{
	struct aisp_tune_candidate *grown = reallocarray(
		h->candidates, (size_t)h->n_candidates + 1, sizeof(*grown));

	if (!grown)
		return aisp_err_set(err, "out of memory");
	h->candidates = grown;
	grown[h->n_candidates++] = (struct aisp_tune_candidate){
		.id = (int)r->candidate,
		.point = r->point < 0 ? -1 : (int)r->point,
		.sha256 = r->sha256,
		.note = r->note,
		.fate = r->fate,
		.checks = r->checks,
		.why = r->why,
		.ratio = NAN,
		.wanted_pairs = r->fate == AISP_TUNE_ALIVE ? (int)r->pairs : 0,
	};
	return 0;
}

/* Adds a new candidate, or more pairs for a living one. */
static int propose(struct aisp_tune_history *h, const struct aisp_tune_record *r,
		   struct aisp_err *err)
{
	struct aisp_tune_candidate *c = find(h, r->candidate);

	if (r->point >= h->space->n_points)
		return aisp_err_set(err, "its point is none of this space");
	if (r->fate == AISP_TUNE_ALIVE && (r->pairs <= 0 || r->pairs > INT_MAX))
		return aisp_err_set(err, "it says not how many pairs");
	if (!c && r->candidate != h->n_candidates)
		return aisp_err_set(err, "candidates are not in order");
	if (!c)
		return add_candidate(h, r, err);
	c->wanted_pairs = (int)r->pairs;
	return 0;
}

static bool is_deadly(enum aisp_tune_fate f)
{
	return f > AISP_TUNE_UNDECIDED;
}

static void condemn(struct aisp_tune_candidate *c, const struct aisp_tune_record *r)
{
	c->fate = r->fate;
	c->checks = r->checks;
	c->why = r->why;
	c->wanted_pairs = 0;
}

static void screen(struct aisp_tune_candidate *c, const struct aisp_tune_record *r)
{
	if (r->fate == AISP_TUNE_UNDECIDED && ++c->n_tries < AISP_TUNE_TRIES)
		return;
	c->n_tries = 0;
	if (r->pairs >= c->pairs) {
		c->pairs = (int)r->pairs;
		c->ratio = r->ratio;
	}
	if (c->wanted_pairs <= r->pairs)
		c->wanted_pairs = 0;
}

static int measured(struct aisp_tune_history *h, const struct aisp_tune_record *r,
		    struct aisp_err *err)
{
	struct aisp_tune_candidate *c = find(h, r->candidate);

	if (!c || (r->event == AISP_TUNE_RACED && !find(h, r->incumbent)))
		return aisp_err_set(err, "it names a candidate that nobody proposed");
	if (r->event == AISP_TUNE_FINAL &&
	    (r->size < 0 || r->size >= h->space->n_sizes))
		return aisp_err_set(err, "its size is none of this space");
	if (r->event == AISP_TUNE_SCREENED && (r->pairs <= 0 || r->pairs > INT_MAX))
		return aisp_err_set(err, "it says not how many pairs");
	if (r->event == AISP_TUNE_SCREENED)
		screen(c, r);
	if (is_deadly(r->fate))
		condemn(c, r);
	return 0;
}

static int apply(struct aisp_tune_history *h, const struct aisp_tune_record *r,
		 struct aisp_err *err)
{
	if (r->event == AISP_TUNE_PROPOSED)
		return propose(h, r, err);
	if (r->event != AISP_TUNE_ENDED)
		return measured(h, r, err);
	h->is_ended = true;
	h->end = r->end;
	h->end_why = r->why;
	return 0;
}

int aisp_tune_history_add(struct aisp_tune_history *h, json_t *line,
			  struct aisp_err *err)
{
	struct aisp_tune_record *r = aisp_arena_take(&h->arena, 1, sizeof(*r)), **grown;

	grown = reallocarray(h->records, (size_t)h->n_records + 1, sizeof(void *));
	if (grown)
		h->records = grown;
	if (!line || !r || !grown || json_array_append_new(h->lines, line))
		return aisp_err_set(err, "out of memory");
	if (aisp_tune_record_read(r, line, &h->arena, err) || apply(h, r, err))
		return -1;
	h->records[h->n_records++] = r;
	return 0;
}

int aisp_tune_history_parse(struct aisp_tune_history *h, const char *text,
			    size_t *n_bytes, struct aisp_err *err)
{
	const char *at = text, *end;
	struct aisp_err why;

	for (int n = 1; (end = strchr(at, '\n')); at = end + 1, n++) {
		json_error_t wrong;
		json_t *line = json_loadb(at, (size_t)(end - at),
					  JSON_REJECT_DUPLICATES, &wrong);

		if (!line)
			return aisp_err_set(err, "line %d: %s", n, wrong.text);
		if (aisp_tune_history_add(h, line, &why))
			return aisp_err_set(err, "line %d: %.400s", n, why.msg);
	}
	*n_bytes = (size_t)(at - text);
	return 0;
}

const struct aisp_tune_candidate *
aisp_tune_find_point(const struct aisp_tune_history *h, int point)
{
	for (int i = 0; i < h->n_candidates; i++)
		if (point >= 0 && h->candidates[i].point == point)
			return &h->candidates[i];
	return NULL;
}

const struct aisp_tune_candidate *
aisp_tune_find_source(const struct aisp_tune_history *h, const char *sha256)
{
	for (int i = 0; i < h->n_candidates; i++)
		if (*sha256 && !strcmp(h->candidates[i].sha256, sha256))
			return &h->candidates[i];
	return NULL;
}

static const struct aisp_tune_record *find_record(const struct aisp_tune_history *h,
						  enum aisp_tune_event event,
						  int candidate, int incumbent,
						  int size, int pairs)
{
	for (int i = 0; i < h->n_records; i++) {
		const struct aisp_tune_record *r = h->records[i];

		if (r->event == event && r->candidate == candidate &&
		    (event != AISP_TUNE_RACED || r->incumbent == incumbent) &&
		    (event != AISP_TUNE_FINAL || r->size == size) &&
		    (event != AISP_TUNE_SCREENED || r->pairs == pairs))
			return r;
	}
	return NULL;
}

const struct aisp_tune_record *aisp_tune_find_race(const struct aisp_tune_history *h,
						   int challenger, int incumbent)
{
	return find_record(h, AISP_TUNE_RACED, challenger, incumbent, 0, 0);
}

const struct aisp_tune_record *aisp_tune_find_final(const struct aisp_tune_history *h,
						    int candidate, int size)
{
	return find_record(h, AISP_TUNE_FINAL, candidate, 0, size, 0);
}

const struct aisp_tune_record *aisp_tune_find_screen(const struct aisp_tune_history *h,
						     int candidate, int pairs)
{
	return find_record(h, AISP_TUNE_SCREENED, candidate, 0, 0, pairs);
}

/* Candidates that were screened again, for longer, count once, with all their time. */
double aisp_tune_per_minute(const struct aisp_tune_history *h)
{
	bool *is_counted = calloc((size_t)h->n_candidates + 1, sizeof(*is_counted));
	double seconds = 0;
	int n = 0;

	for (int i = 0; is_counted && i < h->n_records; i++) {
		const struct aisp_tune_record *r = h->records[i];

		if (r->event != AISP_TUNE_SCREENED || !(r->seconds > 0))
			continue;
		seconds += r->seconds;
		n += !is_counted[r->candidate];
		is_counted[r->candidate] = true;
	}
	free(is_counted);
	return n ? 60 * n / seconds : NAN;
}
