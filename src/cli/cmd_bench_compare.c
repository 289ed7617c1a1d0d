/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_compare.c - two runs, two commits, two machines.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/paths.h"
#include "cli.h"
#include "compare_side.h"
#include "decide/decide.h"
#include "decide/decide_pairs.h"
#include "report/compare_text.h"
#include "report/quantity_rows.h"
#include "revisions.h"
#include "store/compare.h"
#include "target_filter.h"

enum { KEY_HISTORY = 256, KEY_METRIC, KEY_REVISIONS, KEY_PAIRS, KEY_ALL };

struct options {
	struct target_filter targets; /* whose results */
	const char *history, *metric;
	int is_revisions, is_all, is_json, n_pairs;
	char **words; /* A, B, and words for `aisp bench run` */
	int n_words;
};

static const struct argp_option option_list[] = {
	{ "metric", KEY_METRIC, "speedup|time", 0,
	  "Speedup over the own baseline (the default on one machine) or time (the "
	  "default between machines)",
	  0 },
	{ "all-metrics", KEY_ALL, NULL, 0,
	  "Every figure that both saved runs hold of a result, side by side, and what "
	  "was seen of its process",
	  0 },
	{ "history", KEY_HISTORY, "FILE", 0,
	  "Where commits and machines are looked up ($AISP_HISTORY, or history.sqlite "
	  "in the user's data)",
	  0 },
	{ "revisions", KEY_REVISIONS, NULL, 0,
	  "Build the commits A and B, and measure them in turns", 0 },
	{ "pairs", KEY_PAIRS, "N", 0, "With --revisions: so many runs of each (10)",
	  0 },
	{ "json", 'j', NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;
	long n;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->targets;
		return 0;
	case KEY_METRIC:
		o->metric = arg;
		if (strcmp(arg, "speedup") != 0 && strcmp(arg, "time") != 0)
			argp_error(state, "--metric %s: speedup or time", arg);
		return 0;
	case KEY_ALL:
		o->is_all = 1;
		return 0;
	case KEY_HISTORY:
		o->history = arg;
		return 0;
	case KEY_REVISIONS:
		o->is_revisions = 1;
		return 0;
	case KEY_PAIRS:
		n = strtol(arg, &end, 10);
		if (end == arg || *end || n < 3 || n > AISP_MAX_PAIRS)
			argp_error(state, "--pairs %s: not a number from 3 to %d", arg,
				   AISP_MAX_PAIRS);
		o->n_pairs = (int)n;
		return 0;
	case 'j':
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARGS:
		o->words = state->argv + state->next;
		o->n_words = state->argc - state->next;
		return 0;
	case ARGP_KEY_END:
		if (o->n_words < 2)
			argp_error(state, "two sides are wanted, as in `aisp bench "
					  "compare artifacts/x latest`");
		if (o->is_all && o->is_revisions)
			argp_error(state, "--all-metrics is of two saved runs, not of "
					  "--revisions");
		if (o->n_words > 2 && !o->is_revisions)
			argp_error(state, "'%s': two sides are enough", o->words[2]);
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
	.args_doc = "A B\n--revisions A B [-- OPTION...]",
	.doc = "Say first what differs between A and B, then whether B is faster.\v"
	       "A and B are saved runs, or commits or machines (class, fingerprint or "
	       "host) of the history; run:, commit: or machine: before the word says "
	       "which.  --revisions builds both commits in a temporary directory and "
	       "passes OPTIONs on to aisp bench run; its pairs are decided like "
	       "launches.  Exit status: 0 fine, 1 B is slower on the same machine, 2 "
	       "usage, 3 an invalid result, 4 failed, 5 inconclusive.",
};

static json_t *rows_of(const struct options *o, const struct compare_side sides[2],
		       struct aisp_err *err)
{
	const struct aisp_compare_rule rule = { o->metric, AISP_LOOK_ALPHA };
	json_t *rows = o->is_revisions
			       ? aisp_compare_pairs(sides[0].rows.documents, sides[1].rows.documents)
			       : aisp_compare_rows(sides[0].rows.documents, sides[1].rows.documents, &rule);
	json_t *row;
	size_t i;
	int rc = 0;

	if (!rows)
		aisp_err_set(err, "out of memory");
	if (o->is_revisions)
		json_array_foreach(rows, i, row)
			rc |= aisp_decide_pairs(row, o->n_pairs, err);
	if (rc) {
		json_decref(rows);
		return NULL;
	}
	if (!rows || json_array_size(rows))
		return rows;
	aisp_err_usage(err, "no target at the same parameters is on both sides");
	json_decref(rows);
	return NULL;
}

static int has_target(const json_t *rows, const char *target)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
		if (!strcmp(aisp_field_text(row, "target"), target))
			return 1;
	return 0;
}

/* Targets of `rows` that `others` lack. */
static json_t *only_in(const json_t *rows, const json_t *others)
{
	json_t *list = json_array();
	const json_t *row;
	size_t i, k;

	json_array_foreach(rows, i, row) {
		const char *target = aisp_field_text(row, "target");
		const json_t *said;
		int is_new = !has_target(others, target);

		json_array_foreach(list, k, said)
			is_new &= strcmp(json_string_value(said), target) != 0;
		if (is_new)
			json_array_append_new(list, json_string(target));
	}
	return list;
}

static int exit_status(const json_t *rows)
{
	int n_invalid = 0, n_slower = 0, n_inconclusive = 0;
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row) {
		const char *verdict = aisp_field_text(row, "verdict");

		n_invalid += !strcmp(verdict, "INVALID");
		n_inconclusive += !strcmp(verdict, "INCONCLUSIVE");
		n_slower += !strcmp(verdict, "SLOWER") &&
			    json_is_true(json_object_get(row, "is_same_machine"));
	}
	return n_invalid        ? AISP_EXIT_INVALID
	       : n_slower       ? AISP_EXIT_REGRESSION
	       : n_inconclusive ? AISP_EXIT_INCONCLUSIVE
				: AISP_EXIT_OK;
}

/* The figures of both runs, as member "metrics". */
static int add_metrics(json_t *document, const struct compare_side sides[2],
		       struct aisp_err *err)
{
	json_t *rows;

	for (int i = 0; i < 2; i++)
		if (!sides[i].run)
			return aisp_err_usage(err,
					      "--all-metrics is of two saved runs; "
					      "%.300s is none",
					      sides[i].label);
	rows = aisp_quantity_rows(sides[0].run, sides[1].run);
	if (!rows || json_object_set_new(document, "metrics", rows))
		return aisp_err_set(err, "out of memory");
	return 0;
}

static int print_comparison(const struct options *o, const json_t *document)
{
	if (o->is_json)
		return json_dumpf(document, stdout, JSON_INDENT(1)) ||
		       putchar('\n') < 0;
	return aisp_report_comparison(document, stdout) ||
	       aisp_quantity_print(json_object_get(document, "metrics"), stdout);
}

static int compare(const struct options *o, const struct compare_side sides[2],
		   struct aisp_err *err)
{
	json_t *rows = rows_of(o, sides, err), *document;
	int status = AISP_EXIT_HARNESS, rc;

	if (!rows)
		return err->is_usage ? AISP_EXIT_USAGE : AISP_EXIT_HARNESS;
	document =
		json_pack("{s{ss} s{ss} so sO so so}", "a", "label", sides[0].label,
			  "b", "label", sides[1].label, "differs",
			  aisp_manifest_diff(sides[0].manifest, sides[1].manifest),
			  "rows", rows, "only_a", only_in(sides[0].rows.documents, sides[1].rows.documents),
			  "only_b", only_in(sides[1].rows.documents, sides[0].rows.documents));
	rc = o->is_all ? add_metrics(document, sides, err) : 0;
	if (rc)
		status = err->is_usage ? AISP_EXIT_USAGE : AISP_EXIT_HARNESS;
	else if (print_comparison(o, document) || fflush(stdout))
		aisp_err_errno(err, "write standard output");
	else
		status = exit_status(rows);
	json_decref(document);
	json_decref(rows);
	return status;
}

/* Only these targets are measured: those behind `--`, and those before it. */
static int measure_sides(const struct options *o, struct revisions *r,
			 struct compare_side sides[2], struct aisp_err *err)
{
	static char option[] = "--targets";
	char **options = calloc((size_t)r->n_options + 2 * (size_t)o->targets.n + 1,
				sizeof(*options));
	int rc;

	if (!options)
		return aisp_err_set(err, "out of memory");
	memcpy(options, r->options, (size_t)r->n_options * sizeof(*options));
	for (int i = 0; i < o->targets.n; i++) {
		options[r->n_options++] = option;
		memcpy(&options[r->n_options++], &o->targets.patterns[i],
		       sizeof(*options));
	}
	r->options = options;
	rc = revisions_measure(r, sides, err);
	free(options);
	return rc;
}

static int find_sides(const struct options *o, struct compare_side sides[2],
		      struct aisp_err *err)
{
	const char *const names[] = { o->words[0], o->words[1] };
	struct aisp_paths paths;
	struct revisions r = { .root = paths.root,
			       .names = names,
			       .options = o->words + 2,
			       .n_options = o->n_words - 2,
			       .n_pairs = o->n_pairs };

	if (aisp_paths_find(&paths, err))
		return -1;
	if (o->is_revisions)
		return measure_sides(o, &r, sides, err);
	for (int i = 0; i < 2; i++)
		if (compare_side_find(&sides[i], names[i], o->history, &paths, err) ||
		    target_filter_history(&o->targets, &sides[i].rows, err) ||
		    (sides[i].run && target_filter_run(&o->targets, sides[i].run, err)))
			return -1;
	return 0;
}

static int run(int argc, char **argv)
{
	struct options o = { .n_pairs = 10 };
	struct compare_side sides[2] = { 0 };
	struct aisp_err err = { 0 };
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (find_sides(&o, sides, &err))
		status = err.is_usage ? AISP_EXIT_USAGE : AISP_EXIT_HARNESS;
	else
		status = compare(&o, sides, &err);
	if (err.msg[0])
		fprintf(stderr, "aisp: %s\n", err.msg);
	compare_side_release(&sides[0]);
	compare_side_release(&sides[1]);
	return status;
}

const struct aisp_command aisp_cmd_bench_compare = {
	.name = "bench compare",
	.summary = "compare two runs, commits or machines",
	.argp = &argp,
	.run = run,
};
