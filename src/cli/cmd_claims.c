/* SPDX-License-Identifier: MIT
 *
 * cmd_claims.c - compare what a document says was measured with the measurements.
 */
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "claim_judge.h"
#include "cli.h"

enum { OPT_RUN = 0x100, OPT_HARDWARE, OPT_EXPECTATIONS, OPT_JSON, OPT_ALL };

struct options {
	const char *run, *hardware, *dir;
	int is_json, is_all;
	char **files;
	int n_files;
};

static const struct argp_option option_list[] = {
	{ "run", OPT_RUN, "RUN", 0,
	  "Judge by this run: a folder's path, its name below ./artifacts, or latest "
	  "(the default)",
	  0 },
	{ "hardware", OPT_HARDWARE, "CLASS", 0,
	  "Judge by what is recorded in the expectations of this class of machines "
	  "(h200), instead of by a run",
	  0 },
	{ "expectations", OPT_EXPECTATIONS, "DIR", 0,
	  "With --hardware: read the expectations from DIR (./expectations, or aisp's "
	  "own)",
	  0 },
	{ "all", OPT_ALL, NULL, 0, "Show the sentences of claims that hold, too", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_RUN:
		o->run = arg;
		return 0;
	case OPT_HARDWARE:
		o->hardware = arg;
		return 0;
	case OPT_EXPECTATIONS:
		o->dir = arg;
		return 0;
	case OPT_ALL:
		o->is_all = 1;
		return 0;
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARGS:
		o->files = state->argv + state->next;
		o->n_files = state->argc - state->next;
		return 0;
	case ARGP_KEY_END:
		if (!o->n_files)
			argp_error(state, "name a Markdown file with claims");
		if (o->run && o->hardware)
			argp_error(state, "--run and --hardware exclude each other");
		if (o->dir && !o->hardware)
			argp_error(state, "--expectations goes with --hardware");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "FILE.md...",
	.doc = "Check sentences of Markdown files against measurements.  Such a "
	       "sentence is followed by a comment, <!-- claim: ch01:gemm_batch@cpu "
	       "speedup >= 2 -->: a target, a figure (speedup, library, time, "
	       "of_the_limit, gb_per_s, gflop_per_s ...), one of >= > <= <, a bound "
	       "with its unit, and, if it matters, `over` a baseline's class.\v"
	       "A claim holds if the whole interval of each result that it names is on "
	       "its side of the bound, and does not hold if that of one is on the "
	       "other; between them it is undecided.  Exit status: 0 all hold, 1 one "
	       "does not, 2 usage, or one is malformed, 3 one is about an INVALID "
	       "result, or the run left a check out, 4 failed, 5 undecided or not "
	       "measured, 77 no claim at all.",
};

static int exit_status(const struct claims *claims)
{
	static const struct {
		enum aisp_claim_state state;
		enum aisp_exit status;
	} table[] = {
		{ AISP_CLAIM_MALFORMED, AISP_EXIT_USAGE },
		{ AISP_CLAIM_INVALID, AISP_EXIT_INVALID },
		{ AISP_CLAIM_FAILS, AISP_EXIT_REGRESSION },
		{ AISP_CLAIM_UNDECIDED, AISP_EXIT_INCONCLUSIVE },
		{ AISP_CLAIM_NOT_MEASURED, AISP_EXIT_INCONCLUSIVE },
		{ AISP_CLAIM_HOLDS, AISP_EXIT_OK },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (claims->n[table[i].state])
			return table[i].status;
	return AISP_EXIT_SKIPPED;
}

static void print_results(const json_t *row)
{
	const json_t *r, *results = json_object_get(row, "results");
	size_t i;

	json_array_foreach(results, i, r) {
		const char *why = aisp_field_text(r, "why");
		const char *text = aisp_field_text(r, "text");

		printf("    %s %s: %s%s%s\n", aisp_field_text(r, "target"),
		       aisp_field_text(r, "params"), text, *text && *why ? ", " : "",
		       why);
	}
}

static void print_claim(const json_t *row, int is_all)
{
	const char *state = aisp_field_text(row, "state");
	const char *why = aisp_field_text(row, "why");
	int holds = !strcmp(state, aisp_claim_state_name(AISP_CLAIM_HOLDS));

	printf("%-13s  %s:%.0f  %s\n", state, aisp_field_text(row, "file"),
	       aisp_field_number(row, "line"), aisp_field_text(row, "claim"));
	if (*why)
		printf("    %s\n", why);
	if (!holds || is_all)
		printf("    \"%s\"\n", aisp_field_text(row, "sentence"));
	print_results(row);
}

static void print_text(const struct options *o, const struct claims *claims,
		       const char *label)
{
	const json_t *row;
	size_t i;

	printf("judged by %s\n", label);
	json_array_foreach(claims->list, i, row)
		print_claim(row, o->is_all);
	printf("\n%zu claims", json_array_size(claims->list));
	for (int s = 0, n_said = 0; s < AISP_N_CLAIM_STATES; s++) {
		if (claims->n[s])
			printf("%s %s %d", n_said++ ? "," : ":",
			       aisp_claim_state_name((enum aisp_claim_state)s),
			       claims->n[s]);
	}
	putchar('\n');
}

static int print_json(json_t *claims, const char *label)
{
	json_t *j = json_pack("{ss sO}", "judged_by", label, "claims", claims);
	int rc = j ? json_dumpf(j, stdout, JSON_INDENT(1)) : -1;

	putchar('\n');
	json_decref(j);
	return rc;
}

static int find_evidence(const struct options *o, struct claim_evidence *e,
			 const struct aisp_paths *paths, struct aisp_err *err)
{
	if (o->hardware)
		return claim_evidence_of_class(e, o->hardware, o->dir, paths, err);
	return claim_evidence_of_run(e, o->run ? o->run : "latest", err);
}

static int judge(const struct options *o, struct aisp_err *err)
{
	struct claim_evidence e = { 0 };
	struct aisp_paths paths;
	struct claims claims = { json_array() };
	int status = AISP_EXIT_HARNESS, rc;

	rc = aisp_paths_find(&paths, err) || find_evidence(o, &e, &paths, err);
	for (int i = 0; !rc && i < o->n_files; i++)
		rc = claim_judge_file(&claims, o->files[i], &e, &paths, err);
	if (!rc && o->is_json)
		rc = print_json(claims.list, e.label);
	else if (!rc)
		print_text(o, &claims, e.label);
	if (!rc)
		status = exit_status(&claims);
	json_decref(claims.list);
	claim_evidence_release(&e);
	return status;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_err err = { "out of memory" };
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	err.is_usage = false;
	status = judge(&o, &err);
	if (status != AISP_EXIT_HARNESS)
		return status;
	fprintf(stderr, "aisp claims: %s\n", err.msg);
	return aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_claims = {
	.name = "claims",
	.summary = "compare a document's claims with what was measured",
	.argp = &argp,
	.run = run,
};
