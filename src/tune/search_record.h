/* SPDX-License-Identifier: MIT
 *
 * search_record.h - what happened in a search, one line of history.jsonl each, as
 * structs.
 */
#ifndef AISP_TUNE_RECORD_H
#define AISP_TUNE_RECORD_H

#include <jansson.h>

#include "run/arena.h"
#include "run/values.h"
#include "run/word.h"
#include "space.h"

enum aisp_tune_event {
	AISP_TUNE_PROPOSED, /* a candidate is there; or shall be screened for longer */
	AISP_TUNE_SCREENED, /* against the pair's own baseline, at the search's size */
	AISP_TUNE_RACED,    /* against another candidate, which is the baseline then */
	AISP_TUNE_FINAL,    /* by the full protocol, at one size */
	AISP_TUNE_ENDED,    /* nothing more is proposed */
	AISP_N_TUNE_EVENTS
};

const char *aisp_tune_event_name(enum aisp_tune_event e); /* "proposed" */

/* The state of a candidate after an event. */
enum aisp_tune_fate {
	AISP_TUNE_ALIVE,
	AISP_TUNE_SLOWER,       /* than what it was measured against */
	AISP_TUNE_UNDECIDED,    /* there was no ratio, or none that decides */
	AISP_TUNE_OUTSIDE,      /* the proposal is no point of the space */
	AISP_TUNE_REPEATED,     /* it was proposed before */
	AISP_TUNE_NOT_COMPILED, /* why holds the compiler's first words */
	AISP_TUNE_WRONG,        /* outputs beyond the error model */
	AISP_TUNE_INVALID,      /* checks holds which ones */
	AISP_TUNE_FAILED,       /* it crashed, hung or could not be set up */
	AISP_N_TUNE_FATES
};

const char *aisp_tune_fate_name(enum aisp_tune_fate f); /* "does not compile" */

/* Why no more candidates are proposed. */
enum aisp_tune_end {
	AISP_TUNE_EXHAUSTED, /* the space */
	AISP_TUNE_BUDGET,
	AISP_TUNE_DONE,      /* the proposer says so */
	AISP_TUNE_DIED,      /* it exited or was killed */
	AISP_TUNE_TIMED_OUT, /* it did not answer */
	AISP_TUNE_RUBBISH,   /* its answer was invalid, or nothing new */
	AISP_N_TUNE_ENDS
};

const char *aisp_tune_end_name(enum aisp_tune_end e); /* "the proposer died" */

/* Texts are borrowed; "" for none, NaN and AISP_UNKNOWN for numbers. */
struct aisp_tune_record {
	enum aisp_tune_event event;
	int64_t candidate; /* from 0 */
	int64_t point;     /* of the space; -1: a whole source */
	int64_t pairs;     /* screened: pairs of launches asked for */
	int64_t incumbent; /* raced: the candidate that it was raced against */
	int64_t size;      /* final: index of the space's size */
	enum aisp_tune_fate fate;
	enum aisp_tune_end end;
	enum aisp_word verdict; /* the judge's */
	double ratio, ratio_ci[2];
	double seconds; /* screened: its share of the run's time, with compiling */
	struct aisp_map values; /* proposed: the point's values, for readers */
	const char *sha256, *checks, *why, *note, *run, *seed;
};

/* A record with nothing in it but its event. */
struct aisp_tune_record aisp_tune_record_new(enum aisp_tune_event event);

/* An object with the members that the record has; NULL without memory. */
json_t *aisp_tune_record_json(const struct aisp_tune_record *r,
			      const struct aisp_space *s);

/*
 * Reads a record from JSON.  Its texts live as long as the object, maps as long as the
 * arena.  Returns 0, or -1 with *err naming the wrong member.
 */
int aisp_tune_record_read(struct aisp_tune_record *r, const json_t *object,
			  struct aisp_arena *a, struct aisp_err *err);

#endif
