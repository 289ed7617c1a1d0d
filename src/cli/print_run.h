/* SPDX-License-Identifier: MIT
 *
 * print_run.h - print a saved run in some format, to a file or standard output.
 */
#ifndef AISP_PRINT_RUN_H
#define AISP_PRINT_RUN_H

#include "format_choice.h"
#include "target_filter.h"

struct print_run {
	const char *run;    /* path, name below ./artifacts, or "latest" */
	const char *output; /* NULL: standard output */
	struct format_choice format;
	struct target_filter targets; /* only their results */
};

/* Returns an exit status; prints errors on standard error after "command: ". */
int print_run(const struct print_run *p, const char *command);

#endif
