/* SPDX-License-Identifier: MIT
 *
 * command_trial.h - one run of one of the two commands, and what is demanded of it.
 */
#ifndef AISP_COMMAND_TRIAL_H
#define AISP_COMMAND_TRIAL_H

#include "command_pair.h"

/* What runs print; the first one's output is what the others' is held against. */
struct command_files {
	int expected, out, error;
};

/* 0, or -1 with *err filled; close in either case. */
int command_files_open(struct command_files *f, struct aisp_err *err);
void command_files_close(struct command_files *f);

/* Run that text, whose output goes into out and error.  0, or -1 with *err filled. */
int command_text_run(const struct command_pair *p, const char *text, int out, int error,
		     bool is_long, struct command_run *r, struct aisp_err *err);

/*
 * For one program and plain words: the line that lets the shell become it, as make does
 * without a shell, so that what it waited is known.  Else the text as it is.  Into
 * line, of that size; 0, or -1 with *err filled.
 */
int command_become(const struct command_pair *p, const struct command_files *f,
		   const char *text, char *line, size_t size, struct aisp_err *err);

/* What the user wants done before each run.  0, or -1 with *err filled. */
int command_prepare(const struct command_pair *p, const struct command_files *f,
		    struct aisp_err *err);

/*
 * Hold a run of that side, which printed into out, against A's first one.  0, and *p
 * is invalid if they did not do the same; -1 with *err filled if it does not run.
 */
int command_check(struct command_pair *p, const struct command_files *f, int side,
		  int out, const struct command_run *r, struct aisp_err *err);

#endif
