/* SPDX-License-Identifier: MIT
 *
 * search_history.h - a search so far, and the state of each candidate.
 */
#ifndef AISP_TUNE_HISTORY_H
#define AISP_TUNE_HISTORY_H

#include "search_record.h"

/* On a busy machine a screening may give no ratio: it is tried this often. */
#define AISP_TUNE_TRIES 3

struct aisp_tune_candidate {
	int id;
	int point; /* -1: a whole source */
	const char *sha256, *note;
	enum aisp_tune_fate fate; /* dead for good, or ALIVE: races do not kill */
	const char *checks, *why; /* of its death */
	int pairs;                /* 0: not screened; else by the longest screening */
	double ratio;             /* over the baseline; NaN: none yet */
	int wanted_pairs;         /* of the screening that it waits for; 0: none */
	int n_tries; /* screenings without a ratio, since others were busy */
};

struct aisp_tune_history {
	const struct aisp_space *space; /* borrowed */
	struct aisp_tune_record **records;
	int n_records;
	struct aisp_tune_candidate *candidates; /* by id */
	int n_candidates;
	bool is_ended; /* nothing more is proposed */
	enum aisp_tune_end end;
	const char *end_why;
	json_t *lines; /* the records as JSON */
	struct aisp_arena arena;
};

void aisp_tune_history_init(struct aisp_tune_history *h, const struct aisp_space *s);
void aisp_tune_history_release(struct aisp_tune_history *h);

/*
 * Adds an event, an object of aisp_tune_record_json(), taking its reference. Returns 0,
 * or -1 with *err saying what is impossible.
 */
int aisp_tune_history_add(struct aisp_tune_history *h, json_t *line,
			  struct aisp_err *err);

/*
 * Adds all lines of a file's text.  A last line without an end was cut off when the
 * search was killed, and does not count; *n_bytes is where it begins.  Returns 0, or -1
 * with *err naming the line.
 */
int aisp_tune_history_parse(struct aisp_tune_history *h, const char *text,
			    size_t *n_bytes, struct aisp_err *err);

/* The candidate of that point, or with that source; NULL: none. */
const struct aisp_tune_candidate *
aisp_tune_find_point(const struct aisp_tune_history *h, int point);
const struct aisp_tune_candidate *
aisp_tune_find_source(const struct aisp_tune_history *h, const char *sha256);

/* NULL: the race was not run. */
const struct aisp_tune_record *aisp_tune_find_race(const struct aisp_tune_history *h,
						   int challenger, int incumbent);
const struct aisp_tune_record *aisp_tune_find_final(const struct aisp_tune_history *h,
						    int candidate, int size);
const struct aisp_tune_record *aisp_tune_find_screen(const struct aisp_tune_history *h,
						     int candidate, int pairs);

/* Candidates that the judge compiled and screened per minute; NaN: unknown. */
double aisp_tune_per_minute(const struct aisp_tune_history *h);

#endif
