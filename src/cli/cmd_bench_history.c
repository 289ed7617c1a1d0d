/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_history.c - how a target's results changed from run to run.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/paths.h"
#include "cli.h"
#include "report/trend.h"
#include "store/history.h"
#include "store/program.h"
#include "store/run.h"
#include "target_filter.h"

enum { KEY_HISTORY = 256, KEY_METRIC, KEY_MACHINE, KEY_LAST, KEY_BY_COMMIT, KEY_ADD };

struct options {
	const char *history, *metric;
	struct aisp_history_filter filter;
	struct target_filter targets;
	int n_last;
	int is_by_commit, is_adding, is_json;
	char **words; /* a target, or runs to add */
	int n_words;
	struct aisp_paths paths;
};

static const struct argp_option option_list[] = {
	{ "history", KEY_HISTORY, "FILE", 0,
	  "The file ($AISP_HISTORY, or history.sqlite in the user's data)", 0 },
	{ "metric", KEY_METRIC, "speedup|time", 0, "Of which figure (speedup)", 0 },
	{ "machine", KEY_MACHINE, "MACHINE", 0, "Only this class, fingerprint or host",
	  0 },
	{ "last", KEY_LAST, "N", 0, "At most the last N runs (200)", 0 },
	{ "by-commit", KEY_BY_COMMIT, NULL, 0,
	  "In the order of this tree's commits instead of that of the runs", 0 },
	{ "add", KEY_ADD, NULL, 0, "Enter saved runs", 0 },
	{ "json", 'j', NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;
	long n;

	switch (key) {
	case KEY_HISTORY:
		o->history = arg;
		return 0;
	case KEY_METRIC:
		o->metric = arg;
		if (strcmp(arg, "speedup") != 0 && strcmp(arg, "time") != 0)
			argp_error(state, "--metric %s: speedup or time", arg);
		return 0;
	case KEY_MACHINE:
		o->filter.machine = arg;
		return 0;
	case KEY_LAST:
		n = strtol(arg, &end, 10);
		if (end == arg || *end || n < 1 || n > 2000)
			argp_error(state, "--last %s: not a number from 1 to 2000",
				   arg);
		o->n_last = (int)n;
		return 0;
	case KEY_BY_COMMIT:
		o->is_by_commit = 1;
		return 0;
	case KEY_ADD:
		o->is_adding = 1;
		return 0;
	case 'j':
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARGS:
		o->words = state->argv + state->next;
		o->n_words = state->argc - state->next;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[PATTERN...]\n--add [RUN...]",
	.doc = "Show how results changed from run to run, "
	       "and where they changed for good.\v"
	       "PATTERN is a target, a pair, a chapter or a pattern of these.  "
	       "Changes are those that E-divisive finds at a level of 5 %, with "
	       "two runs or more on either side; shared machines change too.  "
	       "aisp bench run enters each run.",
};

static int add_run(struct aisp_history *h, const char *name, struct aisp_err *err)
{
	struct aisp_run *run = aisp_run_load(name, err);
	int rc = run ? aisp_history_enter(h, run, err) : -1;

	if (rc >= 0)
		fprintf(stderr, "%s %s\n", rc ? "there already:" : "entered", name);
	aisp_run_free(run);
	return rc < 0 ? -1 : 0;
}

/* What is no run is named, and the others are entered all the same. */
static int add(const struct options *o, const char *path, struct aisp_err *err)
{
	char latest[] = "latest", *const one[] = { latest };
	char *const *runs = o->n_words ? o->words : one;
	int n = o->n_words ? o->n_words : 1, n_failed = 0;
	struct aisp_history *h = aisp_history_open(path, true, err);

	if (!h)
		return -1;
	for (int i = 0; i < n; i++)
		if (add_run(h, runs[i], err)) {
			fprintf(stderr, "aisp: %s\n", err->msg);
			n_failed++;
		}
	aisp_history_close(h);
	if (!n_failed)
		return 0;
	return aisp_err_usage(err, "%d of %d runs not entered", n_failed, n);
}

/* { commit: its place in the history of all branches }; NULL with *err filled. */
static json_t *commit_places(const char *root, struct aisp_err *err)
{
	const char *const argv[] = { "git",          "-C",        root,    "rev-list",
				     "--topo-order", "--reverse", "--all", NULL };
	char *text, *line, *rest;
	json_t *places;
	int n = 0;

	if (aisp_program_read(argv, &text, err))
		return NULL;
	places = json_object();
	for (rest = text; (line = strsep(&rest, "\n"));)
		if (*line)
			json_object_set_new(places, line, json_integer(n++));
	free(text);
	return places;
}

struct placed {
	json_t *row;
	json_int_t place, run;
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->run < y->run ? -1 : x->run > y->run;
}

/* Rows of known commits, in their order.  A new reference, or NULL. */
static json_t *order_by_commit(const json_t *rows, const char *root,
			       struct aisp_err *err)
{
	json_t *places = commit_places(root, err), *ordered, *row;
	struct placed *p;
	size_t i, n = 0, n_rows = json_array_size(rows);

	if (!places)
		return NULL;
	p = calloc(n_rows + 1, sizeof(*p));
	ordered = json_array();
	json_array_foreach(rows, i, row) {
		const json_t *place =
			json_object_get(places, aisp_field_text(row, "commit"));

		if (p && place)
			p[n++] = (struct placed){ row, json_integer_value(place),
						  json_integer_value(json_object_get(
							  row, "run")) };
	}
	if (p)
		qsort(p, n, sizeof(*p), by_place);
	for (i = 0; i < n; i++)
		json_array_append(ordered, p[i].row);
	if (n < n_rows)
		fprintf(stderr, "left out: %zu results of commits that %s lacks\n",
			n_rows - n, root);
	free(p);
	json_decref(places);
	return ordered;
}

static int print(const json_t *series, int is_json, struct aisp_err *err)
{
	int rc;

	if (is_json)
		rc = json_dumpf(series, stdout, JSON_INDENT(1)) || putchar('\n') < 0;
	else if (json_array_size(series) == 1)
		rc = aisp_report_trend(json_array_get(series, 0), stdout);
	else
		rc = aisp_report_trends(series, stdout);
	return rc || fflush(stdout) ? aisp_err_errno(err, "write standard output") : 0;
}

static json_t *read_rows(const struct options *o, const char *path,
			 struct aisp_err *err)
{
	struct aisp_history *h = aisp_history_open(path, false, err);
	json_t *rows = h ? aisp_history_read(h, &o->filter, err) : NULL;

	aisp_history_close(h);
	if (rows && target_filter_apply(&o->targets, rows, err)) {
		json_decref(rows);
		return NULL;
	}
	if (rows && o->is_by_commit) {
		json_t *ordered = order_by_commit(rows, o->paths.root, err);

		json_decref(rows);
		rows = ordered;
	}
	return rows;
}

static int show(const struct options *o, const char *path, struct aisp_err *err)
{
	json_t *rows = read_rows(o, path, err), *series;
	int rc = -1;

	if (!rows)
		return -1;
	series = aisp_history_series(rows, o->metric, o->n_last);
	if (!series)
		aisp_err_set(err, "out of memory");
	else if (!json_array_size(series) && o->n_words)
		aisp_err_usage(err, "no %s of '%.200s' in %.200s", o->metric,
			       o->words[0], path);
	else
		rc = print(series, o->is_json, err);
	json_decref(series);
	json_decref(rows);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct options o; /* holds paths */
	struct aisp_err err = { 0 };
	char path[PATH_MAX];

	o.metric = "speedup";
	o.n_last = 200;
	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	for (int i = 0; !o.is_adding && i < o.n_words; i++)
		if (target_filter_add(&o.targets, o.words[i], &err))
			goto fail;
	if (aisp_paths_find(&o.paths, &err) ||
	    aisp_history_path(path, sizeof(path), o.history, o.paths.data, &err))
		goto fail;
	if (!*path) {
		aisp_err_usage(&err,
			       "$AISP_HISTORY is off; name a file with --history");
		goto fail;
	}
	if (!(o.is_adding ? add : show)(&o, path, &err))
		return AISP_EXIT_OK;
fail:
	fprintf(stderr, "aisp: %s\n", err.msg);
	return err.is_usage ? AISP_EXIT_USAGE : AISP_EXIT_HARNESS;
}

const struct aisp_command aisp_cmd_bench_history = {
	.name = "bench history",
	.summary = "show how a target's results changed from run to run",
	.argp = &argp,
	.run = run,
};
