/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "exit_status.h"
#include "plain.h"

static void format(struct aisp_err *err, const char *fmt, va_list ap)
{
	if (!err)
		return;
	err->is_usage = err->is_broken = false;
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	/* The message may contain names and lines of untrusted origin. */
	aisp_make_plain(err->msg, '?', "\n\t");
}

int aisp_err_set(struct aisp_err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	format(err, fmt, ap);
	va_end(ap);
	return -1;
}

int aisp_err_usage(struct aisp_err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	format(err, fmt, ap);
	va_end(ap);
	if (err)
		err->is_usage = true;
	return -1;
}

int aisp_err_broken(struct aisp_err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	format(err, fmt, ap);
	va_end(ap);
	if (err)
		err->is_broken = true;
	return -1;
}

int aisp_err_status(const struct aisp_err *err)
{
	if (err->is_usage)
		return AISP_EXIT_USAGE;
	return err->is_broken ? AISP_EXIT_INVALID : AISP_EXIT_HARNESS;
}

int aisp_err_errno(struct aisp_err *err, const char *fmt, ...)
{
	int saved = errno;
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	format(err, fmt, ap);
	va_end(ap);
	if (!err)
		return -1;
	n = strlen(err->msg);
	snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", strerror(saved));
	return -1;
}
