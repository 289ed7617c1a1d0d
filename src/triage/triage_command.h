/* SPDX-License-Identifier: MIT
 *
 * triage_command.h - run a command, keep what it says, and sample the machine
 * meanwhile.
 */
#ifndef AISP_TRIAGE_COMMAND_H
#define AISP_TRIAGE_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

#include "profile/timeline.h"

/* The begin and the end of a long text. */
struct triage_output {
	char *head, *tail;      /* tail: a ring */
	size_t n_head, n_bytes; /* n_bytes: of all that was said */
};

struct triage_command {
	char *const *argv; /* ends in NULL; NULL: no command, only time passes */
	double seconds;    /* at most */
	const volatile sig_atomic_t *is_stopped; /* Ctrl-C, passed on */
	FILE *echo[2]; /* where its output and its errors go as well */
	/* What came of it: */
	struct triage_output out, errors;
	bool is_timed_out;
	int status; /* as from waitpid() */
	double wall_s;
	struct rusage usage; /* of it and what it waited for */
};

/*
 * The command has a group of its own and no input; what it says also goes to
 * `echo`.  At the time limit its group is told to end,
 * and 5 s later killed.  0 however it ended; -1 with *err filled, a usage error if
 * it could not be started.
 */
int triage_command_run(struct triage_command *c, struct aisp_timeline *t,
		       struct aisp_err *err);
void triage_command_release(struct triage_command *c);

/* All of it, or head and tail with a line about what is missing; to be freed. */
char *triage_output_text(const struct triage_output *o, size_t *n_bytes);

#endif
