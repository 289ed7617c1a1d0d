/* SPDX-License-Identifier: MIT
 *
 * collective_measure.c - the judge's record of a sweep becomes rows.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "collective.h"

/* Of all launches but the pilot, or of the pilot where it is the only one. */
static bool counts(const json_t *launch, size_t n_launches)
{
	return n_launches == 1 || aisp_field_number(launch, "block") >= 0;
}

struct samples {
	int n;
	double *ns, *behind_ns;
	int *last;
};

static int take(struct samples *s, const json_t *launch)
{
	const json_t *ns = json_object_get(launch, "samples_ns");
	const json_t *lasts = json_object_get(launch, "last_ranks");
	size_t n = (size_t)s->n + json_array_size(ns);
	double *all_ns = realloc(s->ns, (n + 1) * sizeof(double));
	double *behind = realloc(s->behind_ns, (n + 1) * sizeof(double));
	int *last = realloc(s->last, (n + 1) * sizeof(int));

	s->ns = all_ns ? all_ns : s->ns;
	s->behind_ns = behind ? behind : s->behind_ns;
	s->last = last ? last : s->last;
	if (!all_ns || !behind || !last)
		return -1;
	for (size_t i = 0; i < json_array_size(ns); i++, s->n++) {
		const json_t *its = json_array_get(lasts, i);

		s->ns[s->n] = aisp_element_number(ns, i);
		s->last[s->n] = its ? (int)aisp_field_number(its, "rank") : -1;
		s->behind_ns[s->n] = aisp_field_number(its, "behind_ns");
	}
	return 0;
}

static void fill_ranks(struct collective_row *row, const struct samples *s,
		       double *room)
{
	for (int rank = 0; rank < AISP_MAX_RANKS; rank++) {
		struct collective_rank *r = &row->ranks[rank];

		for (int i = 0; i < s->n; i++)
			if (s->last[i] == rank)
				room[r->n_last++] = s->behind_ns[i];
		r->behind_ns = r->n_last ? aisp_median(room, r->n_last) : NAN;
	}
}

static double sum(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* What the launches of one arm were. */
static int fill_times(struct collective_row *row, struct collective *c,
		      const json_t *arm)
{
	const json_t *launches = json_object_get(arm, "launches"), *launch;
	struct samples s = { 0 };
	double *room;
	size_t i;
	int rc = 0;

	row->n_wrong = row->n_elems = row->n_cpus = NAN;
	json_array_foreach(launches, i, launch) {
		const json_t *e = json_object_get(launch, "evidence");
		const char *wrong = aisp_field_text(launch, "wrong");
		const char *cause = aisp_field_text(launch, "cause");

		row->n_wrong = sum(row->n_wrong, aisp_field_number(e, "n_wrong"));
		row->n_elems = sum(row->n_elems, aisp_field_number(e, "n_elems"));
		c->is_crowded |= aisp_field_number(e, "is_spin") == 0;
		row->n_cpus = fmin(aisp_field_number(e, "n_rank_cpus"),
				   isnan(row->n_cpus) ? INFINITY : row->n_cpus);
		if (!row->fault[0] && (*wrong || *cause))
			snprintf(row->fault, sizeof(row->fault), "%s",
				 *wrong ? wrong : cause);
		if (counts(launch, json_array_size(launches)))
			rc |= take(&s, launch);
	}
	room = malloc(((size_t)s.n + 1) * sizeof(double));
	row->ns = NAN;
	row->n_calls = s.n;
	if (room && s.n) {
		fill_ranks(row, &s, room);
		row->ns = aisp_median(s.ns, s.n);
	}
	row->algbw = (double)row->bytes / row->ns;
	row->busbw = row->algbw * c->bus_factor;
	rc |= room ? 0 : -1;
	free(room);
	free(s.ns);
	free(s.behind_ns);
	free(s.last);
	return rc;
}

/* The first check that failed of that arm. */
static void fill_fault(struct collective_row *row, const json_t *result,
		       const char *role)
{
	const char *status = aisp_field_text(result, "status");
	const json_t *entry;
	size_t i;

	json_array_foreach(json_object_get(result, "ledger"), i, entry)
		if (!row->fault[0] && aisp_field_is(entry, "arm", role) &&
		    aisp_field_is(entry, "verdict", "FAIL"))
			snprintf(row->fault, sizeof(row->fault), "%s: %s",
				 aisp_field_text(entry, "check"),
				 aisp_field_text(entry, "why"));
	if (row->fault[0] || !strcmp(status, "ok") || !isnan(row->ns))
		return;
	snprintf(!strcmp(status, "failed") ? row->fault : row->skipped,
		 sizeof(row->fault), "%s", aisp_field_text(result, "reason"));
}

static int add_row(struct collective *c, const json_t *arms, const json_t *result,
		   const char *role, int64_t bytes)
{
	const json_t *arm =
		json_array_get(arms, (size_t)aisp_field_number(result, role));
	struct collective_row *rows =
		realloc(c->rows, ((size_t)c->n_rows + 1) * sizeof(*rows));
	struct collective_row *row;

	if (!rows)
		return -1;
	c->rows = rows;
	row = &rows[c->n_rows++];
	memset(row, 0, sizeof(*row));
	snprintf(row->variant, sizeof(row->variant), "%s",
		 aisp_field_text(arm, "variant"));
	row->bytes = bytes;
	row->count = bytes / c->elem_bytes;
	if (fill_times(row, c, arm))
		return -1;
	fill_fault(row, result, role);
	return 0;
}

static int add_rows(struct collective *c, const struct aisp_record *record)
{
	const json_t *result;
	double baseline = -1;
	size_t i, n_sizes = 0;
	int64_t bytes = c->sizes.from;

	json_array_foreach(record->results, i, result) {
		bool is_first = aisp_field_number(result, "baseline") != baseline;
		const char *at = strrchr(aisp_field_text(result, "target"), '@');

		if (!at || strcmp(at, "@cpu") != 0)
			continue; /* ranks are processes */
		if (is_first && n_sizes++)
			bytes *= c->sizes.factor;
		baseline = aisp_field_number(result, "baseline");
		if ((is_first && add_row(c, record->arms, result, "baseline", bytes)) ||
		    add_row(c, record->arms, result, "optimized", bytes))
			return -1;
	}
	return 0;
}

int collective_measure(struct collective *c, struct aisp_suite *s, struct aisp_err *err)
{
	struct aisp_suite_result *result = calloc(1, sizeof(*result));
	int rc;

	if (!result)
		return aisp_err_errno(err, "memory for a sweep");
	s->limits.is_watched = true;
	s->limits.is_survey = !c->is_paired;
	rc = aisp_suite_run(s, result, err);
	if (!rc && add_rows(c, &result->record))
		rc = aisp_err_set(err, "out of memory");
	c->is_stopped = result->n_done < result->n_groups;
	aisp_suite_result_release(result);
	free(result);
	return rc;
}

void collective_release(struct collective *c)
{
	free(c->rows);
	c->rows = NULL;
	c->n_rows = 0;
}
