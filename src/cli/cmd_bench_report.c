/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_report.c - print a saved run again, in any format.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "report/report.h"
#include "store/run.h"

struct options {
	const char *run;
	const char *output; /* NULL: standard output */
	aisp_report_function *format;
};

static const struct argp_option option_list[] = {
	{ "format", 'f', "FORMAT", 0,
	  "table (the default), details (all of each result), md, csv, json or html",
	  0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'f':
		o->format = aisp_report_find(arg);
		if (!o->format)
			argp_error(
				state,
				"no format '%s': table, details, md, csv, json or html",
				arg);
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (o->run)
			argp_error(state, "one run at a time");
		o->run = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		o->run = "latest";
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[RUN]",
	.doc = "Print a saved run.  RUN is a run folder's path, its name below "
	       "./artifacts, "
	       "or `latest` (the default).",
};

static int print(const struct options *o, const json_t *results, const json_t *manifest)
{
	FILE *f = o->output ? fopen(o->output, "we") : stdout;
	int rc;

	if (!f) {
		fprintf(stderr, "aisp: write %s: %s\n", o->output, strerror(errno));
		return -1;
	}
	rc = o->format(results, manifest, f);
	if (f != stdout ? fclose(f) : fflush(f))
		rc = -1;
	if (rc)
		fprintf(stderr, "aisp: the report could not be written to %s\n",
			o->output ? o->output : "standard output");
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { .format = aisp_report_table };
	json_t *results, *manifest = NULL;
	struct aisp_err err;
	int status = AISP_EXIT_OK;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	results = aisp_run_load(o.run, &err);
	if (results)
		manifest = aisp_run_load_manifest(o.run, &err);
	if (!manifest) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		status = AISP_EXIT_USAGE;
	} else if (print(&o, results, manifest)) {
		status = AISP_EXIT_HARNESS;
	}
	json_decref(manifest);
	json_decref(results);
	return status;
}

const struct aisp_command aisp_cmd_bench_report = {
	.name = "bench report",
	.summary = "print a saved run as a table, Markdown, CSV, JSON or HTML",
	.argp = &argp,
	.run = run,
};
