/* SPDX-License-Identifier: MIT
 *
 * tuning_check.c - is a search that is opened again what it was?  Its files lay where
 * others may have written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/intact.h"
#include "store/journal_check.h"
#include "store/run.h"
#include "tuning_parts.h"

/* The journal's words for the first difference, less its name. */
static const char *first_of(const struct aisp_differences *d)
{
	const char *after = strstr(aisp_differences_first(d), ": ");

	return after ? after + 2 : "a line is cut";
}

/* Is each line of the history followed by the one that was written next? */
static int check_chain(const struct tuning *t, struct aisp_err *err)
{
	struct aisp_differences d;
	json_t *lines;
	int rc = 0;

	aisp_differences_init(&d);
	lines = aisp_journal_parse(t->chain.text ? t->chain.text : "", t->chain.n_bytes,
				   t->search_hash, &d);
	if (!lines)
		rc = aisp_err_set(err, "out of memory");
	else if (d.n_edited)
		rc = aisp_err_broken(
			err,
			"%.250s/history.jsonl was edited, or search.json was "
			"(%.120s): begin a new search",
			t->folder, first_of(&d));
	json_decref(lines);
	aisp_differences_release(&d);
	return rc;
}

/* A race is named after the challenger, also where the incumbent failed. */
static bool is_own_run(const struct aisp_tune_record *r, bool is_exchanged)
{
	int candidate = (int)(is_exchanged ? r->incumbent : r->candidate);
	int incumbent = (int)(is_exchanged ? r->candidate : r->incumbent);
	int first = 0, pairs = 0, n_tries = 0;
	char key[64] = "";

	if (r->event == AISP_TUNE_RACED)
		tuning_race_key(key, sizeof(key), candidate, incumbent);
	else if (r->event == AISP_TUNE_FINAL)
		tuning_final_key(key, sizeof(key), candidate, (int)r->size);
	else if (sscanf(r->run, "screen_c%d_p%d_t%d", &first, &pairs, &n_tries) == 3 &&
		 pairs == r->pairs)
		tuning_screen_key(key, sizeof(key), first, pairs, n_tries);
	return *key && !strcmp(key, r->run);
}

static bool is_same_number(double a, double b)
{
	return (a != a && b != b) || !(a < b || a > b);
}

static bool is_same(const struct aisp_tune_record *a, const struct aisp_tune_record *b)
{
	return a->fate == b->fate && a->verdict == b->verdict &&
	       is_same_number(a->ratio, b->ratio) &&
	       is_same_number(a->ratio_ci[0], b->ratio_ci[0]) &&
	       is_same_number(a->ratio_ci[1], b->ratio_ci[1]) &&
	       !strcmp(a->checks, b->checks) && !strcmp(a->seed, b->seed);
}

static bool is_of_size(const struct tuning *t, const struct aisp_tune_record *r,
		       const struct aisp_run *run)
{
	const struct aisp_space_size *z =
		&t->space.size[r->event == AISP_TUNE_FINAL ? r->size : 0];
	const struct aisp_map *params = &run->results[0].params;

	for (int i = 0; i < z->n; i++)
		if (aisp_map_get(params, z->name[i]) != (double)z->value[i])
			return false;
	return true;
}

/* Does the run say what the line says?  A run without a journal proves nothing. */
static bool is_told_by(struct tuning *t, const struct aisp_tune_record *r,
		       const struct aisp_run *run, bool is_exchanged)
{
	struct aisp_tune_record again = aisp_tune_record_new(r->event);
	bool is_baseline;

	again.candidate = is_exchanged ? r->incumbent : r->candidate;
	return aisp_run_has_journal(run) && run->n_results && is_of_size(t, r, run) &&
	       !tuning_hear(t, &again, run, &is_baseline, NULL) &&
	       is_baseline == is_exchanged && is_same(r, &again);
}

static int check_measured(struct tuning *t, const struct aisp_tune_record *r, int line,
			  struct aisp_err *err)
{
	bool is_exchanged = r->event == AISP_TUNE_RACED && !is_own_run(r, false);
	struct aisp_run *run = NULL;
	char path[TUNING_MAX_PATH];
	bool is_told;

	snprintf(path, sizeof(path), "%s/runs/%s", t->folder, r->run);
	if (is_own_run(r, is_exchanged))
		run = aisp_run_load_below(path, true);
	is_told = run && is_told_by(t, r, run, is_exchanged);
	aisp_run_free(run);
	if (is_told)
		return 0;
	return aisp_err_broken(
		err,
		"%.200s/history.jsonl: line %d was edited, or its run was: no run in "
		"runs/%.60s says that candidate %lld was %s at %.3fx; begin a new "
		"search",
		t->folder, line, r->run, (long long)r->candidate,
		aisp_tune_event_name(r->event), r->ratio);
}

static int check_records(struct tuning *t, struct aisp_err *err)
{
	for (int i = 0; i < t->history.n_records; i++) {
		const struct aisp_tune_record *r = t->history.records[i];
		bool is_refused = r->event == AISP_TUNE_SCREENED && !*r->run &&
				  r->fate == AISP_TUNE_FAILED;

		if (r->event != AISP_TUNE_PROPOSED && r->event != AISP_TUNE_ENDED &&
		    !is_refused && check_measured(t, r, i + 1, err))
			return -1;
	}
	return 0;
}

static int check_sources(const struct tuning *t, struct aisp_err *err)
{
	for (int i = 0; i < t->history.n_candidates; i++)
		if (*t->history.candidates[i].sha256 && tuning_check_source(t, i, err))
			return -1;
	return 0;
}

int tuning_check(struct tuning *t, struct aisp_err *err)
{
	return check_chain(t, err) || tuning_check_files(t, err) ||
			       check_sources(t, err) || check_records(t, err)
		       ? -1
		       : 0;
}
