/* SPDX-License-Identifier: MIT
 *
 * program.h - run one of the system's programs (make, git, cc) and wait for it.
 */
#ifndef AISP_PROGRAM_H
#define AISP_PROGRAM_H

#include <signal.h>

#include "base/err.h"

/*
 * argv ends in NULL; argv[0] is searched in $PATH; no shell is involved.  Its
 * output and its errors go to fd, its input is empty.  *status is as from
 * waitpid().  0, or -1 with *err filled if it could not be started.
 */
int aisp_program_run(const char *const *argv, int fd, int *status,
		     struct aisp_err *err);

/*
 * The same for one that runs for long.  It does not outlive this process: a judge that
 * nobody waits for would disturb the next one.  Once *is_stopped (may be NULL) holds a
 * signal's number it gets another one of those that stop: the terminal may have sent it
 * the same already, and a second of a kind kills.
 */
int aisp_program_attend(const char *const *argv, int fd,
			const volatile sig_atomic_t *is_stopped, int *status,
			struct aisp_err *err);

/*
 * As aisp_program_run(), with what it wrote in *output (the caller frees it; "" if
 * nothing). -1 with *err filled also if it did not exit with 0.
 */
int aisp_program_read(const char *const *argv, char **output, struct aisp_err *err);

#endif
