/* SPDX-License-Identifier: MIT
 *
 * cmd_roofline.c - draw a run's results under this machine's roofs.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "print_run.h"
#include "report/roofline.h"

enum { OPT_JSON = 0x100 };

static const struct argp_option option_list[] = {
	{ "format", 'f', "text|svg|json", 0, "Draw in this format (text)", 0 },
	{ "json", OPT_JSON, NULL, 0, "The same as --format json", 0 },
	{ "output", 'o', "FILE", 0, "Write it to FILE instead of standard output", 0 },
	{ 0 }
};

static int print_text(const struct aisp_run *run, FILE *f)
{
	return aisp_roofline_text(run, aisp_style_of(f), f);
}

static int print_json(const struct aisp_run *run, FILE *f)
{
	json_t *json = aisp_roofline_json(run);
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
	struct print_run *p = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &p->targets;
		return 0;
	case 'f':
		if (!find_format(arg))
			argp_error(state, "no format '%s': text, svg or json", arg);
		format_choose(&p->format, find_format(arg), state);
		return 0;
	case OPT_JSON:
		format_choose(&p->format, print_json, state);
		return 0;
	case 'o':
		p->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one run at a time");
		p->run = arg;
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
	.doc = "Draw the valid results of a saved run under the roofs that were "
	       "measured on its machine.  RUN is a run folder's path, its name below "
	       "./artifacts, or `latest` (the default).",
};

static int run(int argc, char **argv)
{
	struct print_run p = { .run = "latest", .format = { .function = print_text } };

	if (argp_parse(&argp, argc, argv, 0, NULL, &p))
		return AISP_EXIT_USAGE;
	return print_run(&p, "aisp roofline");
}

const struct aisp_command aisp_cmd_roofline = {
	.name = "roofline",
	.summary = "draw a run under the measured roofs, as text or SVG",
	.argp = &argp,
	.run = run,
};
