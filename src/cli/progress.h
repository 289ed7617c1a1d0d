/* SPDX-License-Identifier: MIT
 *
 * progress.h - show what is measured and how long it may take: one line on a terminal,
 * and a new one now and then elsewhere; and a note below the artifacts for other
 * programs.
 */
#ifndef AISP_PROGRESS_LINE_H
#define AISP_PROGRESS_LINE_H

#include <stdint.h>

#include "judge/measure_group.h"
#include "store/progress_note.h"

struct progress_line {
	bool is_terminal;
	int64_t start_ns;       /* of the suite */
	int64_t group_start_ns; /* of the group's first block */
	int64_t noted_ns;       /* when the note was last written */
	int64_t said_ns;        /* when a line was last written, not on a terminal */
	bool has_note;
	struct aisp_rundir dir; /* folder of the note */
	struct aisp_progress_note note;
};

/* The callback that reports blocks to p; p must outlive the suite. */
struct aisp_progress progress_begin(struct progress_line *p);

/*
 * Keeps a note below `artifacts` until progress_discard(), in a new folder, or in
 * `tmp`, the folder of a killed run (else NULL).  Returns 0, or -1 with *err filled:
 * then no run can be saved there either.
 */
int progress_publish(struct progress_line *p, const char *artifacts, const char *tmp,
		     int argc, char *const *argv, const char *started,
		     struct aisp_err *err);

/* Shows another text for a moment, e.g. what is being prepared. */
void progress_say(void *progress_line, const char *text);

/* Call it when nothing more is measured. */
void progress_end(struct progress_line *p);

/* Removes the folder of the note, or leaves it for a resumption of the run. */
void progress_discard(struct progress_line *p, bool is_resumable);

#endif
