/* SPDX-License-Identifier: MIT
 *
 * cmd_roofline.c - a run's results under this machine's roofs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "report/report.h"
#include "report/roofline.h"
#include "store/run.h"

struct options {
	const char *run;
	const char *output; /* NULL: standard output */
	aisp_report_function *format;
};

enum { OPT_JSON = 0x100 };

static const struct argp_option option_list[] = {
	{ "format", 'f', "FORMAT", 0, "text (the default), svg or json", 0 },
	{ "json", OPT_JSON, NULL, 0, "The same as --format json", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 }
};

static int print_text(const json_t *results, const json_t *manifest, FILE *f)
{
	return aisp_roofline_text(results, manifest, aisp_style_of(f), f);
}

static int print_json(const json_t *results, const json_t *manifest, FILE *f)
{
	json_t *json = aisp_roofline_json(results, manifest);
	int rc = json ? json_dumpf(json, f, JSON_INDENT(1)) : -1;

	fputc('\n', f);
	json_decref(json);
	return rc || ferror(f) ? -1 : 0;
}

static aisp_report_function *find_format(const char *name)
{
	if (!strcmp(name, "text"))
		return print_text;
	if (!strcmp(name, "svg"))
		return aisp_roofline_svg;
	return !strcmp(name, "json") ? print_json : NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'f':
		o->format = find_format(arg);
		if (!o->format)
			argp_error(state, "no format '%s': text, svg or json", arg);
		return 0;
	case OPT_JSON:
		o->format = print_json;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one run at a time");
		o->run = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[RUN]",
	.doc = "Draw the valid results of a saved run under the roofs that were "
	       "measured on its machine.  RUN is a run folder's path, its name below "
	       "./artifacts, or `latest` (the default).",
};

static int print(const struct options *o, const json_t *results, const json_t *manifest)
{
	FILE *f = o->output ? fopen(o->output, "we") : stdout;
	int rc;

	if (!f) {
		fprintf(stderr, "aisp roofline: write %s: %s\n", o->output,
			strerror(errno));
		return -1;
	}
	rc = o->format(results, manifest, f);
	if (f == stdout ? fflush(f) : fclose(f))
		rc = -1;
	if (rc)
		fprintf(stderr, "aisp roofline: could not write to %s\n",
			o->output ? o->output : "standard output");
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { .run = "latest", .format = print_text };
	json_t *results, *manifest = NULL;
	int status = AISP_EXIT_OK;
	struct aisp_err err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	results = aisp_run_load(o.run, &err);
	if (results)
		manifest = aisp_run_load_manifest(o.run, &err);
	if (!manifest) {
		fprintf(stderr, "aisp roofline: %s\n", err.msg);
		status = AISP_EXIT_USAGE;
	} else if (print(&o, results, manifest)) {
		status = AISP_EXIT_HARNESS;
	}
	json_decref(manifest);
	json_decref(results);
	return status;
}

const struct aisp_command aisp_cmd_roofline = {
	.name = "roofline",
	.summary = "draw a run under the measured roofs, as text or SVG",
	.argp = &argp,
	.run = run,
};
