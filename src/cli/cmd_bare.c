/* SPDX-License-Identifier: MIT
 *
 * aisp bare - run variants in this process, for tools that must be inside it.
 */
#include <stdio.h>

#include "cli.h"
#include "judge/in_process.h"
#include "suite_options.h"
#include "whole_option.h"

enum { OPT_CALLS = 0x200, OPT_BASELINES, OPT_TIME };

struct bare {
	struct suite_options suite;
	struct aisp_in_process bare;
	int n_right, n_wrong, n_skipped;
};

static const struct argp_option options[] = {
	{ "calls", OPT_CALLS, "N", 0, "Call each variant N times (1)", 2 },
	{ "baselines", OPT_BASELINES, NULL, 0, "Run each target's baseline before it",
	  2 },
	{ "time", OPT_TIME, NULL, 0,
	  "Time the calls by this process's clock and compare no outputs: as a "
	  "benchmark without protections would",
	  2 },
	{ 0 }
};

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct bare *b = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &b->suite;
		return 0;
	case OPT_CALLS:
		b->bare.n_calls = whole_option(state, "--calls", arg, 1, 1000000000);
		return 0;
	case OPT_BASELINES:
		b->bare.with_baselines = true;
		return 0;
	case OPT_TIME:
		b->bare.is_timed = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.children = suite_options_children,
	.args_doc = "[PATTERN...]",
	.doc = "Run the selected targets in this process, unprotected, and "
	       "compare their outputs: under compute-sanitizer, valgrind, ncu, perf or "
	       "a debugger, which cannot enter `aisp bench run`'s workers.\v"
	       "Only for code that you trust.  Exit status: 0 fine, 2 usage, 3 a wrong "
	       "output, a crash or a broken pair, 4 the harness failed, 77 all "
	       "skipped.",
};

static const char *word_of(const struct bare *b, const struct aisp_in_process_row *r)
{
	if (r->is_skipped)
		return "skipped";
	if (!r->is_right)
		return "WRONG";
	return b->bare.is_timed ? "timed" : "right";
}

static void print_row(void *arg, const struct aisp_in_process_row *r)
{
	struct bare *b = arg;

	b->n_skipped += r->is_skipped;
	b->n_right += r->is_right;
	b->n_wrong += !r->is_right && !r->is_skipped;
	printf("%-8s %s%s%s", word_of(b, r), r->target, r->is_right ? "" : ": ",
	       r->is_right ? "" : r->why);
	if (b->bare.is_timed && r->is_right)
		printf(": %.4g us a call, %.4g ms in all", r->call_ns / 1e3,
		       r->life_ns / 1e6);
	putchar('\n');
	fflush(stdout);
	if (r->has_crashed)
		fputs("aisp bare: it crashed in this process, which ends: no target "
		      "behind it was tried\n",
		      stderr);
}

static int status_of(const struct bare *b)
{
	if (b->n_wrong)
		return AISP_EXIT_INVALID;
	return b->n_right ? AISP_EXIT_OK : AISP_EXIT_SKIPPED;
}

static int run(int argc, char **argv)
{
	struct bare b = { .bare = { .n_calls = 1, .row = print_row } };
	struct aisp_err err = { "" };
	int status;

	b.bare.arg = &b;
	if (suite_options_parse(&b.suite, AISP_PRESET_SMALL, &argp, argc, argv, &b,
				&err) ||
	    aisp_in_process_run(&b.suite.suite, &b.bare, &err))
		status = suite_options_fail("bare", &err);
	else
		status = suite_options_status(&b.suite, status_of(&b));
	suite_options_release(&b.suite);
	return status;
}

const struct aisp_command aisp_cmd_bare = {
	.name = "bare",
	.summary = "run variants in this process, for debuggers and sanitizers",
	.argp = &argp,
	.run = run,
};
