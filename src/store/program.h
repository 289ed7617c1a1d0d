/* SPDX-License-Identifier: MIT
 *
 * program.h - run a system program (make, git, cc) and wait for it.
 */
#ifndef AISP_PROGRAM_H
#define AISP_PROGRAM_H

#include <signal.h>

#include "base/err.h"

/*
 * Runs argv, which ends in NULL, without a shell; argv[0] is searched in $PATH.  Output
 * and errors go to fd, input is empty.  *status is as from waitpid().  Returns 0, or -1
 * with *err filled if it could not be started.
 */
int aisp_program_run(const char *const *argv, int fd, int *status,
		     struct aisp_err *err);

/*
 * Likewise for a program that runs for long.  It ends with this process: a forgotten
 * judge would disturb the next one.  Once *is_stopped (may be NULL) holds a signal's
 * number, the program gets a different stop signal: the terminal may have sent it that
 * one already, and a second one of a kind kills.
 */
int aisp_program_attend(const char *const *argv, int fd,
			const volatile sig_atomic_t *is_stopped, int *status,
			struct aisp_err *err);

/*
 * Like aisp_program_run(), with the output in *output (the caller frees it; "" if
 * none).  Returns -1 with *err filled also if it did not exit with 0.
 */
int aisp_program_read(const char *const *argv, char **output, struct aisp_err *err);

#endif
