/* SPDX-License-Identifier: MIT
 *
 * aisp bench verify - are the workloads fit for judging, and all variants right?
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "judge/audit.h"
#include "progress.h"
#include "suite_options.h"

enum { OPT_JSON = 0x200, OPT_VERBOSE, OPT_VARIANTS };

struct verify {
	struct suite_options suite;
	struct progress_line line;
	int is_json, is_verbose, is_of_variants;
	json_t *rows;
	FILE *doubts; /* lines that end the report, */
	char *lines;  /* their text */
	size_t n_bytes;
	int n_ok, n_wrong, n_partial, n_na, n_skipped;
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print every row as JSON", 2 },
	{ "verbose", OPT_VERBOSE, NULL, 0, "Also print what is right", 2 },
	{ "variants", OPT_VARIANTS, NULL, 0,
	  "Verify the variants alone, without trials of the error model", 2 },
	{ 0 }
};

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct verify *v = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &v->suite;
		return 0;
	case OPT_JSON:
		v->is_json = 1;
		return 0;
	case OPT_VERBOSE:
		v->is_verbose = 1;
		return 0;
	case OPT_VARIANTS:
		v->is_of_variants = 1;
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
	.doc = "Try each selected workload's error model on outputs that are known "
	       "to be right or wrong, and verify every variant, under every "
	       "distribution unless --dist names one and at all values of --param; "
	       "--input replaces an input of the "
	       "variants.  A variant "
	       "that hangs is not tried again.\v"
	       "Exit status: 0 fine, 2 usage, "
	       "3 a wrong output passed, a right one failed, or a pair is broken, 4 "
	       "the "
	       "harness failed, 77 all skipped.",
};

static const char *result_name(enum aisp_control_result r)
{
	static const char *const names[] = { "ok", "WRONG", "PARTIAL", "n/a",
					     "skipped" };

	return names[r];
}

static void say(void *arg, const char *text)
{
	struct verify *v = arg;

	progress_say(&v->line, text);
}

static void add_row(struct verify *v, const char *workload, const char *params,
		    const char *distribution, const char *what, const char *result,
		    const char *why)
{
	json_array_append_new(v->rows, json_pack("{ss ss ss ss ss ss}", "workload",
						 workload, "parameters", params,
						 "distribution", distribution, "what",
						 what, "result", result, "why", why));
}

static void print_row(void *arg, const struct aisp_audit_row *r)
{
	struct verify *v = arg;

	progress_say(&v->line, "");
	v->n_ok += r->result == AISP_CONTROL_OK;
	v->n_wrong += r->result == AISP_CONTROL_WRONG;
	v->n_partial += r->result == AISP_CONTROL_PARTIAL;
	v->n_na += r->result == AISP_CONTROL_NA;
	v->n_skipped += r->result == AISP_CONTROL_SKIPPED;
	if (v->is_json)
		add_row(v, r->workload, r->params, r->distribution, r->what,
			result_name(r->result), r->why);
	else if (v->is_verbose || r->result == AISP_CONTROL_WRONG ||
		 r->result == AISP_CONTROL_PARTIAL || r->result == AISP_CONTROL_SKIPPED)
		printf("%-7s %-24s %s%s%-12s %s: %s\n", result_name(r->result),
		       r->workload, r->params, *r->params ? "  " : "", r->distribution,
		       r->what, r->why);
	fflush(stdout);
}

static void keep_doubt(void *arg, const char *workload, const char *params,
		       const char *why)
{
	struct verify *v = arg;

	if (v->is_json)
		add_row(v, workload, params, "", "the contract", "DOUBTED", why);
	else if (v->doubts)
		fprintf(v->doubts, "%s%s%s: %s\n", workload, *params ? " " : "", params,
			why);
}

static void print_summary(const struct verify *v)
{
	if (v->is_json)
		json_dumpf(v->rows, stdout, JSON_INDENT(1));
	else
		printf("%d trials as expected, %d wrong, %d partial (each line says "
		       "why), %d not applicable%s",
		       v->n_ok, v->n_wrong, v->n_partial, v->n_na,
		       v->n_na && !v->is_verbose ? " (--verbose says why)" : "");
	if (v->n_skipped && !v->is_json)
		printf(", %d skipped", v->n_skipped);
	putchar('\n');
	if (!v->is_json && v->doubts && !fflush(v->doubts))
		fputs(v->lines, stdout);
}

static int status_of(const struct verify *v)
{
	return v->n_skipped && !v->n_ok && !v->n_partial ? AISP_EXIT_SKIPPED
							 : AISP_EXIT_OK;
}

static int run(int argc, char **argv)
{
	struct verify v = { .rows = json_array() };
	struct aisp_audit audit = {
		.row = print_row, .say = say, .doubt = keep_doubt, .arg = &v
	};
	struct aisp_err err;
	int status = -1;

	v.doubts = open_memstream(&v.lines, &v.n_bytes);
	if (suite_options_parse(&v.suite, AISP_PRESET_SMALL, &argp, argc, argv, &v,
				&err))
		goto out;
	audit.is_of_variants = v.is_of_variants;
	progress_begin(&v.line);
	if (suite_options_make_scratch(&v.suite, &err) ||
	    aisp_audit_run(&v.suite.suite, &audit, &err))
		goto out;
	progress_say(&v.line, "");
	print_summary(&v);
	if (v.n_wrong)
		status = AISP_EXIT_INVALID;
	else if (*v.suite.suite.limits.is_stopped)
		aisp_err_set(&err, "stopped before all was verified");
	else
		status = suite_options_status(&v.suite, status_of(&v));
out:
	progress_end(&v.line);
	if (status < 0)
		status = suite_options_fail("bench verify", &err);
	suite_options_release(&v.suite);
	json_decref(v.rows);
	if (v.doubts)
		fclose(v.doubts);
	free(v.lines);
	return status;
}

const struct aisp_command aisp_cmd_bench_verify = {
	.name = "bench verify",
	.summary = "try the error models and verify all variants",
	.argp = &argp,
	.run = run,
};
