/* SPDX-License-Identifier: MIT
 *
 * collective_measure.c - convert the judge's record of a sweep to rows.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "collective.h"

/* The pilot counts only if it is the only launch. */
static bool counts(const struct aisp_run_arm *arm, int k)
{
	return arm->n_launches == 1 || arm->launches[k].block >= 0;
}

/* Takes the times of the arm's timed calls; returns their number. */
static int take_times(double *ns, const struct aisp_run_arm *arm)
{
	int n = 0;

	for (int k = 0; k < arm->n_launches; k++) {
		const struct aisp_numbers *x = &arm->launches[k].samples_ns;

		for (int i = 0; counts(arm, k) && i < x->n; i++)
			ns[n++] = x->at[i];
	}
	return n;
}

/* Where the rank was in that launch. */
static int place_of(const struct aisp_run_launch *l, int64_t rank)
{
	return rank >= 0 && rank < l->devices.n ? (int)l->devices.at[rank] : (int)rank;
}

/* Takes the delays of the calls in which the place was last; returns their number. */
static int take_behind(double *ns, const struct aisp_run_arm *arm, int place)
{
	int n = 0;

	for (int k = 0; k < arm->n_launches; k++) {
		const struct aisp_run_launch *l = &arm->launches[k];

		for (int i = 0; counts(arm, k) && i < l->n_last_ranks; i++)
			if (place_of(l, l->last_ranks[i].rank) == place)
				ns[n++] = l->last_ranks[i].behind_ns;
	}
	return n;
}

/* Makes room for either kind of values. */
static double *make_room(const struct aisp_run_arm *arm)
{
	size_t n = 1;

	for (int k = 0; k < arm->n_launches; k++)
		n += (size_t)arm->launches[k].samples_ns.n +
		     (size_t)arm->launches[k].n_last_ranks;
	return malloc(n * sizeof(double));
}

bool collective_is_bound(const double *ns, int n, double median_ns)
{
	double least_ns = INFINITY;

	for (int i = 0; i < n; i++)
		least_ns = fmin(least_ns, ns[i]);
	return n >= COLLECTIVE_BOUND_CALLS && least_ns == median_ns;
}

static int fill_times(struct collective_row *row, const struct collective *c,
		      const struct aisp_run_arm *arm)
{
	double *room = make_room(arm);

	if (!room)
		return -1;
	row->n_calls = take_times(room, arm);
	row->ns = row->n_calls ? aisp_median(room, row->n_calls) : NAN;
	row->is_bound = collective_is_bound(room, row->n_calls, row->ns);
	row->algbw = (double)row->bytes / row->ns;
	row->busbw = row->algbw * c->bus_factor;
	for (int place = 0; place < AISP_MAX_RANKS; place++) {
		struct collective_place *r = &row->places[place];

		r->n_last = take_behind(room, arm, place);
		r->behind_ns = r->n_last ? aisp_median(room, r->n_last) : NAN;
	}
	free(room);
	return 0;
}

static double sum(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* Fills in the evidence of the arm's launches. */
static void fill_evidence(struct collective_row *row, struct collective *c,
			  const struct aisp_run_arm *arm)
{
	row->n_wrong = row->n_elems = row->n_cpus = NAN;
	for (int k = 0; k < arm->n_launches; k++) {
		const struct aisp_run_launch *l = &arm->launches[k];
		const struct aisp_map *e = &l->evidence;

		row->n_wrong = sum(row->n_wrong, aisp_map_get(e, "n_wrong"));
		row->n_elems = sum(row->n_elems, aisp_map_get(e, "n_elems"));
		row->n_cpus = fmin(row->n_cpus, aisp_map_get(e, "n_rank_cpus"));
		c->is_crowded |= aisp_map_get(e, "is_spin") == 0;
		if (!row->fault[0])
			snprintf(row->fault, sizeof(row->fault), "%s",
				 *l->wrong ? l->wrong : l->cause);
	}
}

/* Fills in the first failed check of that arm. */
static void fill_fault(struct collective_row *row, const struct aisp_run_result *r,
		       enum aisp_role role)
{
	for (int i = 0; i < r->n_ledger && !row->fault[0]; i++) {
		const struct aisp_run_finding *f = &r->ledger[i];

		if (f->arm == role && f->verdict == AISP_VERDICT_FAIL)
			snprintf(row->fault, sizeof(row->fault), "%s: %s", f->check,
				 f->why);
	}
	if (row->fault[0] || !isnan(row->ns))
		return;
	snprintf(r->status == AISP_WORD_FAILED ? row->fault : row->skipped,
		 sizeof(row->fault), "%s", r->reason);
}

static int add_row(struct collective *c, const struct aisp_run_result *r,
		   enum aisp_role role, int64_t bytes)
{
	const struct aisp_run_arm *arm = r->arms[role];
	struct collective_row *rows =
		realloc(c->rows, ((size_t)c->n_rows + 1) * sizeof(*rows));
	struct collective_row *row;

	if (!rows)
		return -1;
	c->rows = rows;
	row = &rows[c->n_rows++];
	memset(row, 0, sizeof(*row));
	snprintf(row->variant, sizeof(row->variant), "%s", arm->variant);
	row->bytes = bytes;
	row->count = 8 * bytes / c->elem_bits;
	if (fill_times(row, c, arm))
		return -1;
	fill_evidence(row, c, arm);
	if (arm->kind == AISP_KIND_LIBRARY && row->n_calls)
		snprintf(c->library, sizeof(c->library), "%s", arm->library);
	fill_fault(row, r, role);
	return 0;
}

static int add_rows(struct collective *c, const struct aisp_run *run)
{
	const struct aisp_run_arm *baseline = NULL;
	int64_t bytes = c->sizes.from;

	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		bool is_first = r->arms[AISP_BASELINE] != baseline;

		if (is_first && baseline)
			bytes *= c->sizes.factor;
		baseline = r->arms[AISP_BASELINE];
		if ((is_first && add_row(c, r, AISP_BASELINE, bytes)) ||
		    add_row(c, r, AISP_OPTIMIZED, bytes))
			return -1;
	}
	return 0;
}

static int read_record(struct collective *c, const struct aisp_record *record,
		       struct aisp_err *err)
{
	struct aisp_run *run = aisp_record_read(record, err);
	int rc = run ? 0 : -1;

	if (run && add_rows(c, run))
		rc = aisp_err_set(err, "out of memory");
	aisp_run_free(run);
	return rc;
}

int collective_measure(struct collective *c, struct aisp_suite *s, struct aisp_err *err)
{
	struct aisp_suite_result *result = calloc(1, sizeof(*result));
	int rc;

	if (!result)
		return aisp_err_errno(err, "memory for a sweep");
	s->limits.has_arrivals = true;
	s->limits.is_survey = !c->is_paired;
	rc = aisp_suite_run(s, result, err);
	if (!rc)
		rc = read_record(c, &result->record, err);
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
