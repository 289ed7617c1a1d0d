/* SPDX-License-Identifier: MIT
 *
 * err.h - a message complete enough to print as it is.
 *
 * Library functions return 0 or -1 and take a struct aisp_err * last; on -1
 * it holds the message.  It may be NULL where the caller does not care.
 */
#ifndef AISP_ERR_H
#define AISP_ERR_H

#include <stdbool.h>

struct aisp_err {
	char msg[512];
	bool is_usage;  /* the user asked for something that is not there */
	bool is_broken; /* a pair is broken, and that is all there is */
};

/* Fill *err; always -1, so that `return aisp_err_set(...)` is one line. */
__attribute__((format(printf, 2, 3))) int aisp_err_set(struct aisp_err *err,
						       const char *fmt, ...);

/* The same, with is_usage set. */
__attribute__((format(printf, 2, 3))) int aisp_err_usage(struct aisp_err *err,
							 const char *fmt, ...);

/* The same, with is_broken set. */
__attribute__((format(printf, 2, 3))) int aisp_err_broken(struct aisp_err *err,
							  const char *fmt, ...);

/* The same with ": " and strerror(errno) behind it. */
__attribute__((format(printf, 2, 3))) int aisp_err_errno(struct aisp_err *err,
							 const char *fmt, ...);

/* The exit status (exit_status.h) of a command that failed so. */
int aisp_err_status(const struct aisp_err *err);

#endif
