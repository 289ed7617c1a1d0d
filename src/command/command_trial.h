/* SPDX-License-Identifier: MIT
 *
 * command_trial.h - one run of one of the two commands, and its check.
 */
#ifndef AISP_COMMAND_TRIAL_H
#define AISP_COMMAND_TRIAL_H

#include "command_pair.h"

/* Outputs of runs; all are compared with the first one's. */
struct command_files {
	int expected, out, error;
};

/* 0, or -1 with *err filled; close in either case. */
int command_files_open(struct command_files *f, struct aisp_err *err);
void command_files_close(struct command_files *f);

/* Runs that text with output to out and error.  Returns 0, or -1 with *err filled. */
int command_text_run(const struct command_pair *p, const char *text, int out, int error,
		     bool is_long, struct command_run *r, struct aisp_err *err);

/*
 * For one program and plain words: the line by which the shell is replaced by it, as
 * make does without a shell, so that its waits are known.  Else the text as it is.
 * Writes at most size bytes into line; returns 0, or -1 with *err filled.
 */
int command_become(const struct command_pair *p, const struct command_files *f,
		   const char *text, char *line, size_t size, struct aisp_err *err);

/* Runs what the user wants before each run.  Returns 0, or -1 with *err filled. */
int command_prepare(const struct command_pair *p, const struct command_files *f,
		    struct aisp_err *err);

/*
 * Compares a run of that side, with its output in out, with A's first one.  Returns 0,
 * with *p invalid if they differ; -1 with *err filled if it does not run.
 */
int command_check(struct command_pair *p, const struct command_files *f, int side,
		  int out, const struct command_run *r, struct aisp_err *err);

#endif
