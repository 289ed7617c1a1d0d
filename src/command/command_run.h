/* SPDX-License-Identifier: MIT
 *
 * command_run.h - one run of a shell command, from its start until the last process
 * that it started has ended.
 */
#ifndef AISP_COMMAND_RUN_H
#define AISP_COMMAND_RUN_H

#include <signal.h>
#include <stdbool.h>

#include "base/err.h"
#include "decide/interference.h"

struct command_how {
	const char *text; /* for sh -c */
	int out_fd, error_fd;
	double limit_s;
	bool is_long; /* long enough to read the load of others in kernel ticks */
	const volatile sig_atomic_t *is_stopped; /* Ctrl-C ends the command */
};

struct command_run {
	double wall_ns; /* the time that others took is subtracted */
	double cpu_ns;  /* of all its processes */
	double others_ns;
	int status; /* of the shell, as from waitpid() */
	bool is_timed_out;
	bool has_left; /* processes went on after the shell's end */
	enum aisp_sample_state state;
};

/* Makes orphaned descendants our children.  Returns 0 or -1. */
int command_adopt(struct aisp_err *err);

/*
 * Runs the command; no process of it is left afterwards. Returns 0 however it ended, -1
 * with *err filled if it could not be started.
 */
int command_run(const struct command_how *how, struct command_run *r,
		struct aisp_err *err);

#endif
