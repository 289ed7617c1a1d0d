/* SPDX-License-Identifier: MIT
 *
 * progress_note.h - the progress of a run, in a small text file for other programs.
 *
 * The file "progress" lies in a temporary folder below the artifacts, whose lock
 * its run holds (rundir.h): a free lock means that the run is dead.  It has a line
 * for each member, "group 3 9"; readers skip lines that they do not know.
 */
#ifndef AISP_PROGRESS_NOTE_H
#define AISP_PROGRESS_NOTE_H

#include "rundir.h"

struct aisp_progress_note {
	char started[32];  /* ISO 8601, UTC */
	char command[512]; /* words with a blank between */
	char target[640];  /* "ch07:transpose"; "" while the run prepares */
	int group, n_groups;
	int block, next_look; /* next_look < 0: the group prepares */
	double left_s;        /* < 0: unknown */
};

/* Replaces the note atomically for readers, without forcing it to disk.  0 or -1. */
int aisp_progress_note_put(struct aisp_rundir *r, const struct aisp_progress_note *note,
			   struct aisp_err *err);

/*
 * Lists the notes of living runs below `artifacts`, at most max; returns their number,
 * 0 if the directory cannot be read.
 */
int aisp_progress_note_list(const char *artifacts, struct aisp_progress_note *notes,
			    int max);

#endif
