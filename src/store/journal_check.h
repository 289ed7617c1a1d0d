/* SPDX-License-Identifier: MIT
 *
 * journal_check.h - a saved run held against its journal.
 */
#ifndef AISP_JOURNAL_CHECK_H
#define AISP_JOURNAL_CHECK_H

#include "journal.h"
#include "run/model.h"

/* What differs, fit to print. */
struct aisp_differences {
	bool has_journal; /* the run has one, or says that it had */
	json_t *texts;    /* all of the below, as text */
	json_t *missing;  /* for each arm: launches of the journal that it lacks */
	int n_missing;    /* in all, with those of a second block */
	int n_edited;     /* everything else */
};

void aisp_differences_init(struct aisp_differences *d);
void aisp_differences_release(struct aisp_differences *d);

/* One more text, and one more in *n, a count of d's. */
__attribute__((format(printf, 3, 4))) void
aisp_differences_note(struct aisp_differences *d, int *n, const char *fmt, ...);

/*
 * The lines of a journal as an array; what breaks the chain goes to d.  NULL without
 * memory.
 */
json_t *aisp_journal_parse(const char *text, size_t n_bytes,
			   struct aisp_differences *d);

/*
 * The lines less those that no longer count: what a process that was killed began, and
 * the one that took the run over measured again.  null stands in their places.
 */
json_t *aisp_journal_standing(const json_t *lines);

/* Hold the arms and results of one part of a run against standing lines. */
void aisp_journal_compare_part(const json_t *lines, const json_t *document, int part,
			       struct aisp_differences *d);

/* Hold the documents of a run, as their files have them, against the lines. */
void aisp_journal_compare(const json_t *lines, const json_t *results,
			  const json_t *manifest, struct aisp_differences *d);

/*
 * Init d, and both for the run folder: its journal, its files, and its medians against
 * its samples.  head: the hash that the user kept, or its first digits; NULL: none.  0,
 * or -1 with *err filled if something there cannot be read.
 */
int aisp_journal_check(struct aisp_differences *d, const char *folder,
		       const struct aisp_run *run, const json_t *manifest,
		       const char *head, struct aisp_err *err);

#endif
