/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "print_run.h"
#include "saved_run.h"

static int print(const struct print_run *p, const char *command,
		 const struct aisp_run *run)
{
	FILE *f = p->output ? fopen(p->output, "we") : stdout;
	int rc;

	if (!f) {
		fprintf(stderr, "%s: write %s: %s\n", command, p->output,
			strerror(errno));
		return -1;
	}
	rc = p->format.function(run, f);
	if (f == stdout ? fflush(f) : fclose(f))
		rc = -1;
	if (rc)
		fprintf(stderr, "%s: could not write to %s\n", command,
			p->output ? p->output : "standard output");
	return rc;
}

int print_run(const struct print_run *p, const char *command)
{
	int status = AISP_EXIT_OK;
	struct aisp_err err = { 0 };
	struct aisp_run *run = saved_run_load(p->run, &err);

	if (!run || target_filter_run(&p->targets, run, &err)) {
		fprintf(stderr, "%s: %s\n", command, err.msg);
		status = aisp_err_status(&err);
	} else if (print(p, command, run)) {
		status = AISP_EXIT_HARNESS;
	}
	aisp_run_free(run);
	return status;
}
