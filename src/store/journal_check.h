/* SPDX-License-Identifier: MIT
 *
 * journal_check.h - compare a saved run with its journal.
 */
#ifndef AISP_JOURNAL_CHECK_H
#define AISP_JOURNAL_CHECK_H

#include "journal.h"
#include "run/model.h"

/* Differences, ready to print. */
struct aisp_differences {
	bool has_journal; /* the run has one, or says that it had one */
	json_t *texts;    /* all differences as text */
	json_t *missing;  /* for each arm: launches in the journal that it lacks */
	int n_missing;    /* total, including those of a second block */
	int n_edited;     /* everything else */
};

void aisp_differences_init(struct aisp_differences *d);
void aisp_differences_release(struct aisp_differences *d);

/* Adds a text, and counts it in *n, a member of d. */
__attribute__((format(printf, 3, 4))) void
aisp_differences_note(struct aisp_differences *d, int *n, const char *fmt, ...);

/* The first text; "" if there is none.  It belongs to d. */
const char *aisp_differences_first(const struct aisp_differences *d);

/*
 * Parses a journal to an array of lines, the first of which follows `before`, a hash or
 * ""; errors in the chain go to d.  NULL without memory.
 */
json_t *aisp_journal_parse(const char *text, size_t n_bytes, const char *before,
			   struct aisp_differences *d);

/*
 * The lines that still count. null replaces those that a killed process began and the
 * resuming one measured again.
 */
json_t *aisp_journal_standing(const json_t *lines);

/* Compares the arms and results of one part of a run with standing lines. */
void aisp_journal_compare_part(const json_t *lines, const json_t *document, int part,
			       struct aisp_differences *d);

/* Compares a run's documents, as in their files, with the lines. */
void aisp_journal_compare(const json_t *lines, const json_t *results,
			  const json_t *manifest, struct aisp_differences *d);

/*
 * Initialises d, and compares the run folder: its journal, its files, and medians with
 * samples. head: the hash that the user kept, or its first digits; NULL: none.  Returns
 * 0, or -1 with *err filled if something cannot be read.
 */
int aisp_journal_check(struct aisp_differences *d, const char *folder,
		       const struct aisp_run *run, const json_t *manifest,
		       const char *head, struct aisp_err *err);

#endif
