/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_compare.c - two runs, two commits, two machines.
 */
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
	struct target_filter targets; /* only their results */
	const char *history;
	enum aisp_history_metric metric;
	int is_revisions, is_all, is_json, n_pairs;
	char **words; /* A, B, and words for `aisp bench run` */
	int n_words;
};

static const struct argp_option option_list[] = {
	{ "metric", KEY_METRIC, "speedup|time", 0,
	  "Compare speedups over each side's own baseline (the default on one machine) "
	  "or times (the default between machines)",
	  0 },
	{ "all-metrics", KEY_ALL, NULL, 0,
	  "Compare every figure that both saved runs have of a result, and the facts "
	  "about its process",
	  0 },
	{ "history", KEY_HISTORY, "FILE", 0,
	  "Look commits and machines up in this history ($AISP_HISTORY, or "
	  "history.sqlite "
	  "in the user's data)",
	  0 },
	{ "revisions", KEY_REVISIONS, NULL, 0,
	  "Build the commits A and B, and measure them in turns", 0 },
	{ "pairs", KEY_PAIRS, "N", 0,
	  "With --revisions: run each commit N times (10, 15, 20, 30, 40, 80 or 160 "
	  "times, until all is decided, within about a minute a result)",
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
		o->metric = aisp_history_metric_find(arg);
		if (o->metric == AISP_N_HISTORY_METRICS)
			argp_error(state, "--metric %s: want speedup or time", arg);
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
		if (o->n_pairs && !o->is_revisions)
			argp_error(state, "--pairs goes with --revisions");
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
	       "passes OPTIONs on to aisp bench run, which takes 3 pairs of launches "
	       "unless they say otherwise; pairs of runs are decided like launches.  "
	       "Exit status: 0 fine, 1 B is slower on the same machine, 2 "
	       "usage, 3 an invalid result, 4 failed, 5 inconclusive.",
};

static int compare_rows(struct aisp_compared *c, const struct options *o,
			const struct compare_side sides[2], struct aisp_err *err)
{
	const struct aisp_compare_rule rule = { o->metric, AISP_LOOK_ALPHA };
	const struct aisp_history_rows *a = &sides[0].rows, *b = &sides[1].rows;
	int rc = o->is_revisions ? aisp_compare_pairs(c, a, b)
				 : aisp_compare_rows(c, a, b, &rule);

	if (rc || aisp_manifest_diff(c, sides[0].manifest, sides[1].manifest))
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_rows; i++)
		aisp_decide_pairs(&c->rows[i], o->n_pairs);
	if (c->n_rows)
		return 0;
	return aisp_err_usage(err, "no target at the same parameters is on both sides");
}

static enum aisp_exit exit_status(const struct aisp_compared *c)
{
	int n_invalid = 0, n_slower = 0, n_inconclusive = 0;

	for (int i = 0; i < c->n_rows; i++) {
		const struct aisp_compared_row *r = &c->rows[i];

		n_invalid += r->verdict == AISP_WORD_INVALID;
		n_inconclusive += r->verdict == AISP_WORD_INCONCLUSIVE;
		n_slower += r->verdict == AISP_WORD_SLOWER && r->is_same_machine;
	}
	return n_invalid        ? AISP_EXIT_INVALID
	       : n_slower       ? AISP_EXIT_REGRESSION
	       : n_inconclusive ? AISP_EXIT_INCONCLUSIVE
				: AISP_EXIT_OK;
}

/* --metrics compares figures of both sides, so that both must be runs. */
static int check_metrics(const struct options *o, const struct compare_side sides[2],
			 struct aisp_err *err)
{
	for (int i = 0; o->is_all && i < 2; i++)
		if (!sides[i].run)
			return aisp_err_usage(err,
					      "--all-metrics is of two saved runs; "
					      "%.300s is none",
					      sides[i].label);
	return 0;
}

static json_t *only_json(const struct aisp_texts *targets)
{
	return aisp_texts_json(targets->n, (char *const *)targets->at);
}

static int print_json(const struct options *o, const struct aisp_compared *c,
		      const struct compare_side sides[2])
{
	json_t *metrics =
		o->is_all ? aisp_quantity_rows(sides[0].run, sides[1].run) : NULL;
	json_t *document = json_pack(
		"{s{ss} s{ss} so so so so so*}", "a", "label", sides[0].label, "b",
		"label", sides[1].label, "differs", aisp_differences_json(c), "rows",
		aisp_compared_rows_json(c), "only_a", only_json(&c->only[0]), "only_b",
		only_json(&c->only[1]), "metrics", metrics);
	int rc = (o->is_all && !metrics) ||
		 json_dumpf(document, stdout, JSON_INDENT(1)) || putchar('\n') < 0;

	json_decref(document);
	return rc;
}

static int print(const struct options *o, const struct aisp_compared *c,
		 const struct compare_side sides[2])
{
	if (o->is_json)
		return print_json(o, c, sides);
	return aisp_report_comparison(c, sides[0].label, sides[1].label, stdout) ||
	       (o->is_all && aisp_quantity_print(sides[0].run, sides[1].run, stdout));
}

static int compare(const struct options *o, const struct compare_side sides[2],
		   struct aisp_err *err)
{
	struct aisp_compared c = { 0 };
	int status;

	if (check_metrics(o, sides, err) || compare_rows(&c, o, sides, err)) {
		status = aisp_err_status(err);
	} else if (print(o, &c, sides) || fflush(stdout)) {
		aisp_err_errno(err, "write standard output");
		status = AISP_EXIT_HARNESS;
	} else {
		status = exit_status(&c);
	}
	aisp_compared_release(&c);
	return status;
}

/* Measures only the targets after `--` and those before it. */
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
	struct options o = { .metric = AISP_N_HISTORY_METRICS };
	struct compare_side sides[2] = { 0 };
	struct aisp_err err = { 0 };
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (find_sides(&o, sides, &err))
		status = aisp_err_status(&err);
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
