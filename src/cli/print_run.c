/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "print_run.h"
#include "store/run.h"

static int print(const struct print_run *p, const char *command, const json_t *results,
		 const json_t *manifest)
{
	FILE *f = p->output ? fopen(p->output, "we") : stdout;
	int rc;

	if (!f) {
		fprintf(stderr, "%s: write %s: %s\n", command, p->output,
			strerror(errno));
		return -1;
	}
	rc = p->format(results, manifest, f);
	if (f == stdout ? fflush(f) : fclose(f))
		rc = -1;
	if (rc)
		fprintf(stderr, "%s: could not write to %s\n", command,
			p->output ? p->output : "standard output");
	return rc;
}

int print_run(const struct print_run *p, const char *command)
{
	json_t *results, *manifest = NULL;
	int status = AISP_EXIT_OK;
	struct aisp_err err;

	results = aisp_run_load(p->run, &err);
	if (results)
		manifest = aisp_run_load_manifest(p->run, &err);
	if (manifest &&
	    target_filter_apply(&p->targets, json_object_get(results, "results"),
				&err)) {
		json_decref(manifest);
		manifest = NULL;
	}
	if (!manifest) {
		fprintf(stderr, "%s: %s\n", command, err.msg);
		status = AISP_EXIT_USAGE;
	} else if (print(p, command, results, manifest)) {
		status = AISP_EXIT_HARNESS;
	}
	json_decref(manifest);
	json_decref(results);
	return status;
}
