/* SPDX-License-Identifier: MIT
 *
 * tuning.h - a running search: its folder, the judge's runs, the proposer.  The rules
 * are in src/tune; docs/tune.md describes the folder.
 */
#ifndef AISP_TUNING_H
#define AISP_TUNING_H

#include <limits.h>
#include <signal.h>
#include <stdio.h>

#include "base/err.h"
#include "run/model.h"
#include "store/journal.h"
#include "tune/race.h"

struct tuning_program;

/* What is searched and how, as search.json keeps it for --resume. */
struct tuning_search {
	const char *target;    /* "labs/generate:gemm@cpu" */
	const char *pair;      /* "gemm": baseline_gemm.c, optimized_gemm_c0001.c */
	const char *extension; /* ".c" or ".cu" */
	const char *device;    /* "cpu" */
	const char *proposer;  /* a strategy's name, or a command */
	const char *seed;      /* 32 hexadecimal digits */
	int64_t budget, pairs, n_finalists;
	double answer_s; /* how long a program may take to answer */
};

struct tuning {
	struct tuning_search search;
	struct aisp_space space;
	struct aisp_tune_plan plan;
	struct aisp_tune_history history;
	struct aisp_journal chain; /* the lines of history.jsonl */
	char search_hash[65];      /* of search.json, which the first line follows */
	char folder[PATH_MAX];     /* absolute */
	char *template;
	int history_fd;                       /* locked; -1: not open */
	const struct aisp_proposer *strategy; /* NULL: a program */
	struct tuning_program *program;       /* NULL: not started */
	const volatile sig_atomic_t *is_stopped;
	void (*say)(void *arg, const char *text); /* called with one line per step */
	void *arg;
	double judged_s;  /* what the judge's last run took; NaN: it was there */
	json_t *document; /* owns search's texts in a resumed search */
	json_t *files;    /* hashes of the copied files, by name; as in search.json */
	/* The same, of a new one: names of files, which a catalogue does not cut. */
	char target[3 * NAME_MAX], pair[NAME_MAX + 1], seed[33];
	struct aisp_arena arena;
};

/* Zeroes *t, except what tuning_release() needs. */
void tuning_init(struct tuning *t);
void tuning_release(struct tuning *t);

/* Where a new search takes its files from. */
struct tuning_source {
	const char *dir;              /* of the pair */
	const char *baseline;         /* a file in it */
	const char *space, *template; /* paths */
};

/*
 * Makes the folder of a new search below `artifacts`, with copies of all files that it
 * needs. t->search is filled.  Returns 0, or -1 with *err filled.
 */
int tuning_begin(struct tuning *t, const struct tuning_source *from,
		 const char *artifacts, struct aisp_err *err);

/* Opens the folder of a killed or finished search; returns like tuning_begin(). */
int tuning_resume(struct tuning *t, const char *folder, struct aisp_err *err);

/*
 * Compares an opened search with what it came from: the lines of its history with each
 * other, each measured line with its run, each candidate's source with the hash that it
 * was proposed with, and the pair's files with those that were copied at first. Returns
 * 0, or -1 with *err naming what was edited.
 */
int tuning_check(struct tuning *t, struct aisp_err *err);

/*
 * Searches until nothing is left to do.  Returns 0; or -1 with *err filled if it was
 * stopped or the harness failed: then it can be resumed from the folder.
 */
int tuning_run(struct tuning *t, struct aisp_err *err);

/* What the search found, as result.json has it; a new reference or NULL. */
json_t *tuning_document(const struct tuning *t);

/*
 * Replays the strategies on the record of a search that screened every point, and
 * prints how close to the best they come after parts of the space, as a table or as
 * JSON.  Returns 0, or -1 with *err filled.
 */
int tuning_replay(const struct tuning *t, bool is_json, FILE *f, struct aisp_err *err);

/* Writes result.json and the winner's source, if there is one.  Returns 0 or -1. */
int tuning_save(struct tuning *t, struct aisp_err *err);

#endif
