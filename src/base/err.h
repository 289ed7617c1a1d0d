/* SPDX-License-Identifier: MIT
 *
 * err.h - an error message that is complete enough to print.
 *
 * Library functions return 0 or -1 and take a struct aisp_err * last; on -1 it holds
 * the message.  It may be NULL if the caller does not need it.
 */
#ifndef AISP_ERR_H
#define AISP_ERR_H

#include <stdbool.h>

struct aisp_err {
	char msg[512];
	bool is_usage;  /* the user asked for something that is not there */
	bool is_broken; /* a pair is broken, and that is all there is */
};

/* Fills *err; returns -1, so that `return aisp_err_set(...)` is one line. */
__attribute__((format(printf, 2, 3))) int aisp_err_set(struct aisp_err *err,
						       const char *fmt, ...);

/* Likewise, with is_usage set. */
__attribute__((format(printf, 2, 3))) int aisp_err_usage(struct aisp_err *err,
							 const char *fmt, ...);

/* The same, with is_broken set. */
__attribute__((format(printf, 2, 3))) int aisp_err_broken(struct aisp_err *err,
							  const char *fmt, ...);

/* Likewise, followed by ": " and strerror(errno). */
__attribute__((format(printf, 2, 3))) int aisp_err_errno(struct aisp_err *err,
							 const char *fmt, ...);

/* The exit status (exit_status.h) of a command that failed so. */
int aisp_err_status(const struct aisp_err *err);

#endif
