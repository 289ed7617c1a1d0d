/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_history.c - how a target's results changed from run to run.
 */
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "cli.h"
#include "report/trend.h"
#include "saved_run.h"
#include "store/history.h"
#include "store/program.h"
#include "target_filter.h"

enum { KEY_HISTORY = 256, KEY_METRIC, KEY_MACHINE, KEY_LAST, KEY_BY_COMMIT, KEY_ADD };

struct options {
	const char *history;
	enum aisp_history_metric metric;
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
	  "Read this history ($AISP_HISTORY, or history.sqlite in the user's data)",
	  0 },
	{ "metric", KEY_METRIC, "speedup|time", 0, "Show this figure (speedup)", 0 },
	{ "machine", KEY_MACHINE, "MACHINE", 0,
	  "Show only this class, fingerprint or host", 0 },
	{ "last", KEY_LAST, "N", 0, "Show at most the last N runs (200)", 0 },
	{ "by-commit", KEY_BY_COMMIT, NULL, 0,
	  "Order runs by this tree's commits, not by when they ran", 0 },
	{ "add", KEY_ADD, NULL, 0, "Add saved runs to the history", 0 },
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
		o->metric = aisp_history_metric_find(arg);
		if (o->metric == AISP_N_HISTORY_METRICS)
			argp_error(state, "--metric %s: want speedup or time", arg);
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
	.doc = "Show how results changed from run to run, and where a change "
	       "lasted.\vPATTERN is a target, a pair, a chapter or a pattern of these. "
	       " A change is what the E-divisive test finds at the 5 % level, with at "
	       "least two runs on either side; on a machine that others share, the "
	       "machine may be what changed.  aisp bench run adds each run "
	       "automatically.",
};

static int add_run(struct aisp_history *h, const char *name, struct aisp_err *err)
{
	struct aisp_run *run = saved_run_load(name, err);
	int rc = run ? aisp_history_enter(h, run, err) : -1;

	if (rc >= 0)
		fprintf(stderr, "%s %s\n", rc ? "there already:" : "entered", name);
	aisp_run_free(run);
	return rc < 0 ? -1 : 0;
}

/* Enters the runs; names each path that is not a run, and goes on with the others. */
static int add(const struct options *o, const char *path, struct aisp_err *err)
{
	char latest[] = "latest", *const one[] = { latest };
	char *const *runs = o->n_words ? o->words : one;
	int n = o->n_words ? o->n_words : 1, n_failed = 0;
	bool is_edited = false;
	struct aisp_history *h = aisp_history_open(path, true, err);

	if (!h)
		return -1;
	for (int i = 0; i < n; i++)
		if (add_run(h, runs[i], err)) {
			fprintf(stderr, "aisp: %s\n", err->msg);
			n_failed++;
			is_edited |= err->is_broken;
		}
	aisp_history_close(h);
	if (!n_failed)
		return 0;
	return (is_edited ? aisp_err_broken : aisp_err_usage)(
		err, "%d of %d runs not entered", n_failed, n);
}

struct placed {
	const struct aisp_history_row *row;
	const char *commit; /* points into the text of all commits: order of addresses
			       is order of commits */
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->commit != y->commit)
		return x->commit < y->commit ? -1 : 1;
	return x->row->run < y->row->run ? -1 : x->row->run > y->row->run;
}

/* Keeps the rows of these commits, one commit per line, in their order.  0, or -1. */
static int place(struct aisp_history_rows *rows, char *commits, struct placed *p)
{
	int n = 0;

	if (!hcreate(strlen(commits) / 20 + 1)) /* a line has 41 bytes or more */
		return -1;
	for (char *line; (line = strsep(&commits, "\n"));)
		hsearch((ENTRY){ line, line }, ENTER);
	for (int i = 0; i < rows->n; i++) {
		char *id = (char *)rows->at[i]->commit;
		const ENTRY *e = *id ? hsearch((ENTRY){ .key = id }, FIND) : NULL;

		if (e)
			p[n++] = (struct placed){ rows->at[i], e->data };
	}
	hdestroy();
	qsort(p, (size_t)n, sizeof(*p), by_place);
	for (int i = 0; i < n; i++)
		rows->at[i] = p[i].row;
	rows->n = n;
	return 0;
}

static int order_by_commit(struct aisp_history_rows *rows, const char *root,
			   struct aisp_err *err)
{
	const char *const argv[] = { "git",          "-C",        root,    "rev-list",
				     "--topo-order", "--reverse", "--all", NULL };
	struct placed *p = calloc((size_t)rows->n + 1, sizeof(*p));
	int n_all = rows->n, rc;
	char *text = NULL;

	if (!p)
		rc = aisp_err_set(err, "out of memory");
	else
		rc = aisp_program_read(argv, &text, err);
	if (!rc && (!text || place(rows, text, p)))
		rc = aisp_err_set(err, "out of memory");
	if (!rc && rows->n < n_all)
		fprintf(stderr, "left out: %d results of commits that %s lacks\n",
			n_all - rows->n, root);
	free(p);
	free(text);
	return rc;
}

static int print(const struct aisp_history_trends *trends, int is_json,
		 struct aisp_err *err)
{
	int rc;

	if (is_json)
		rc = aisp_report_trends_json(trends, stdout);
	else if (trends->n == 1)
		rc = aisp_report_trend(trends->at, stdout);
	else
		rc = aisp_report_trends(trends, stdout);
	return rc || fflush(stdout) ? aisp_err_errno(err, "write standard output") : 0;
}

static int read_rows(struct aisp_history_rows *rows, const struct options *o,
		     const char *path, struct aisp_err *err)
{
	struct aisp_history *h = aisp_history_open(path, false, err);
	int rc = h ? aisp_history_read(rows, h, &o->filter, err) : -1;

	aisp_history_close(h);
	if (rc || target_filter_history(&o->targets, rows, err))
		return -1;
	return o->is_by_commit ? order_by_commit(rows, o->paths.root, err) : 0;
}

static int show_rows(const struct options *o, const struct aisp_history_rows *rows,
		     const char *path, struct aisp_err *err)
{
	struct aisp_history_trends trends;
	int rc;

	if (aisp_history_series(&trends, rows, o->metric, o->n_last))
		rc = aisp_err_set(err, "out of memory");
	else if (!trends.n && o->n_words)
		rc = aisp_err_usage(err, "no %s of '%.200s' in %.200s",
				    aisp_history_metric_name(o->metric), o->words[0],
				    path);
	else if (!trends.n && o->filter.machine)
		rc = aisp_err_usage(err, "no %s of the machine '%.200s' in %.200s",
				    aisp_history_metric_name(o->metric),
				    o->filter.machine, path);
	else
		rc = print(&trends, o->is_json, err);
	aisp_history_trends_release(&trends);
	return rc;
}

static int show(const struct options *o, const char *path, struct aisp_err *err)
{
	struct aisp_history_rows rows = { 0 };
	int rc = read_rows(&rows, o, path, err);

	if (!rc)
		rc = show_rows(o, &rows, path, err);
	aisp_history_rows_release(&rows);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct options o; /* holds paths */
	struct aisp_err err = { 0 };
	char path[PATH_MAX];

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
	return aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_bench_history = {
	.name = "bench history",
	.summary = "show how a target's results changed from run to run",
	.argp = &argp,
	.run = run,
};
