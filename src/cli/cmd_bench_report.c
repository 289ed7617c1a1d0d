/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_report.c - print a saved run again, in any format.
 */

#include "cli.h"
#include "print_run.h"

static const struct argp_option option_list[] = {
	{ "format", 'f', "table|details|ranking|ladder|md|csv|json|html", 0,
	  "Print the report in this format (table); details shows everything of each "
	  "result, ranking compares variants with each other and over sweeps, ladder "
	  "shows what each step gains",
	  0 },
	{ "output", 'o', "FILE", 0, "Write it to FILE instead of standard output", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct print_run *p = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &p->targets;
		return 0;
	case 'f':
		if (!aisp_report_find(arg))
			argp_error(state,
				   "no format '%s': table, details, ranking, ladder, "
				   "md, csv, json or html",
				   arg);
		format_choose(&p->format, aisp_report_find(arg), state);
		return 0;
	case 'o':
		p->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (p->run)
			argp_error(state, "one run at a time");
		p->run = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		p->run = "latest";
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
	.doc = "Print a saved run.  RUN is a run folder's path, "
	       "its name below ./artifacts, or `latest` (the default).",
};

static int run(int argc, char **argv)
{
	struct print_run p = { .format = { .function = aisp_report_table } };

	if (argp_parse(&argp, argc, argv, 0, NULL, &p))
		return AISP_EXIT_USAGE;
	return print_run(&p, "aisp");
}

const struct aisp_command aisp_cmd_bench_report = {
	.name = "bench report",
	.summary = "print a saved run as a table, Markdown, CSV, JSON or HTML",
	.argp = &argp,
	.run = run,
};
