/* SPDX-License-Identifier: MIT
 *
 * triage_command.h - run a command, keep its output, and sample the machine meanwhile.
 */
#ifndef AISP_TRIAGE_COMMAND_H
#define AISP_TRIAGE_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

#include "profile/timeline.h"

/* The beginning and the end of a long text. */
struct triage_output {
	char *head, *tail;      /* tail: a ring */
	size_t n_head, n_bytes; /* n_bytes: of the whole text */
};

struct triage_command {
	char *const *argv; /* ends in NULL; NULL: no command, only time passes */
	double seconds;    /* at most */
	const volatile sig_atomic_t *is_stopped; /* Ctrl-C, passed on */
	FILE *echo[2]; /* where output and errors go as well */
	/* Results: */
	struct triage_output out, errors;
	bool is_timed_out;
	int status; /* as from waitpid() */
	double wall_s;
	struct rusage usage; /* of it and of children that it waited for */
};

/*
 * Runs the command in its own process group, without input; its output also goes to
 * `echo`. At the time limit its group gets SIGTERM, and 5 s later SIGKILL.  Returns 0
 * however it ended; -1 with *err filled, a usage error if it could not be started.
 */
int triage_command_run(struct triage_command *c, struct aisp_timeline *t,
		       struct aisp_err *err);
void triage_command_release(struct triage_command *c);

/* The whole text, or head and tail with a line about the gap; the caller frees it. */
char *triage_output_text(const struct triage_output *o, size_t *n_bytes);

#endif
