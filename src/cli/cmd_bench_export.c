/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_export.c - a saved run in the format of another program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "report/export.h"
#include "saved_run.h"
#include "target_filter.h"

struct options {
	struct target_filter targets; /* only their results */
	const char *run;
	const char *output; /* NULL: standard output */
	aisp_report_function *format;
};

static const struct argp_option option_list[] = {
	{ "format", 'f', AISP_EXPORT_NAMES, 0, "Write this format", 0 },
	{ "output", 'o', "FILE", 0, "Write it to FILE instead of standard output", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->targets;
		return 0;
	case 'f':
		o->format = aisp_export_find(arg);
		if (!o->format)
			argp_error(state, "no format '%s': " AISP_EXPORT_NAMES, arg);
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
	case ARGP_KEY_END:
		if (!o->format)
			argp_error(state, "--format is needed: " AISP_EXPORT_NAMES);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &target_filter_argp, 0, NULL, 0 },
					      { 0 } };

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.children = children,
	.args_doc = "[RUN]",
	.doc = "Print a saved run for another program to read.  RUN is a run folder's "
	       "path, its name below ./artifacts, or `latest` (the default).",
};

/* The whole text, so that a failure writes no half of it.  The caller frees it. */
static char *text_of(const struct options *o, const struct aisp_run *run,
		     size_t *n_bytes, struct aisp_err *err)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, n_bytes);
	int rc = f ? o->format(run, f) : -1;

	if ((!f || !fclose(f)) && !rc)
		return text;
	free(text);
	aisp_err_set(err, "out of memory");
	return NULL;
}

static int put(FILE *f, const char *text, size_t n_bytes)
{
	return fwrite(text, 1, n_bytes, f) < n_bytes || fflush(f) ? -1 : 0;
}

static int write_text(const char *path, const char *text, size_t n_bytes,
		      struct aisp_err *err)
{
	FILE *f;
	int rc;

	if (!path)
		return put(stdout, text, n_bytes)
			       ? aisp_err_errno(err, "write standard output")
			       : 0;
	f = fopen(path, "we");
	if (!f)
		return aisp_err_errno(err, "write %s", path);
	rc = put(f, text, n_bytes);
	if (fclose(f) || rc)
		return aisp_err_errno(err, "write %s", path);
	return 0;
}

/* 0, or -1 with *err filled. */
static int export_run(const struct options *o, struct aisp_err *err)
{
	struct aisp_run *run = saved_run_load(o->run, err);
	char *text = NULL;
	size_t n_bytes = 0;
	int rc = -1;

	if (!run || target_filter_run(&o->targets, run, err))
		goto out;
	text = text_of(o, run, &n_bytes, err);
	if (text)
		rc = write_text(o->output, text, n_bytes, err);
out:
	free(text);
	aisp_run_free(run);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_err err = { "", false };

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (!export_run(&o, &err))
		return AISP_EXIT_OK;
	fprintf(stderr, "aisp: %s\n", err.msg);
	return aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_bench_export = {
	.name = "bench export",
	.summary = "print a saved run in the format of another program",
	.argp = &argp,
	.run = run,
};
