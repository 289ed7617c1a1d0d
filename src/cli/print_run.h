/* SPDX-License-Identifier: MIT
 *
 * print_run.h - print a saved run in some format, to a file or standard output.
 */
#ifndef AISP_PRINT_RUN_H
#define AISP_PRINT_RUN_H

#include <argp.h>

#include "report/report.h"
#include "target_filter.h"

struct print_run {
	const char *run;    /* path, name below ./artifacts, or "latest" */
	const char *output; /* NULL: standard output */
	aisp_report_function *format;
	bool has_format;              /* the user said it */
	struct target_filter targets; /* only their results */
};

/* Takes the format that the user said; another one before it is a usage error. */
void print_run_choose(struct print_run *p, const struct argp_state *state,
		      aisp_report_function *format);

/* Returns an exit status; prints errors on standard error after "command: ". */
int print_run(const struct print_run *p, const char *command);

#endif
