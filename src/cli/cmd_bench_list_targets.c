/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_list_targets.c - which targets exist, and which are ready to run.
 * Builds and loads nothing.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "judge/catalogue.h"

#define MAX_PATTERNS 256

struct options {
	const char *patterns[MAX_PATTERNS], *chapters[MAX_PATTERNS];
	int n_patterns, n_chapters;
	int is_json;
};

static const struct argp_option option_list[] = {
	{ "chapter", 'c', "CHAPTER", 0,
	  "List only the targets of this chapter: ch07, labs/x (repeatable)", 0 },
	{ "targets", 't', "PATTERN", 0,
	  "List only these: ch07:transpose*, ch0*@cpu, a directory (repeatable)", 0 },
	{ "json", 'j', NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static void add(struct argp_state *state, const char **list, int *n, const char *arg)
{
	if (*n == MAX_PATTERNS)
		argp_error(state, "more than %d patterns", MAX_PATTERNS);
	else
		list[(*n)++] = arg;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'c':
		add(state, o->chapters, &o->n_chapters, arg);
		return 0;
	case 't':
	case ARGP_KEY_ARG:
		add(state, o->patterns, &o->n_patterns, arg);
		return 0;
	case 'j':
		o->is_json = 1;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[PATTERN...]",
	.doc = "List the targets: their ids, how many variants of their workload there "
	       "are, and whether they are built.",
};

static int is_of_one_workload(const struct aisp_target *a, const struct aisp_target *b)
{
	return a->device == b->device && !strcmp(a->workload, b->workload) &&
	       !strcmp(a->dir, b->dir);
}

/* Counts baselines and optimized files of t's workload on t's device. */
static int count_variants(const struct aisp_catalogue *c, const struct aisp_target *t)
{
	int n = 0;

	for (int i = 0; i < c->n_all; i++) {
		const struct aisp_target *u = &c->targets[i];
		int is_new_baseline = 1;

		if (!is_of_one_workload(t, u))
			continue;
		for (int k = 0; k < i; k++)
			if (is_of_one_workload(t, &c->targets[k]) &&
			    !strcmp(c->targets[k].baseline, u->baseline))
				is_new_baseline = 0;
		n += 1 + is_new_baseline;
	}
	return n;
}

static void print_text(const struct aisp_catalogue *c)
{
	int width = 0;

	for (int i = 0; i < c->n; i++)
		if ((int)strlen(c->targets[i].id) > width)
			width = (int)strlen(c->targets[i].id);
	for (int i = 0; i < c->n; i++) {
		const struct aisp_target *t = &c->targets[i];

		printf("%-*s  %2d variants  %s\n", width, t->id, count_variants(c, t),
		       t->why ? t->why : "built");
	}
}

static int print_json(const struct aisp_catalogue *c)
{
	json_t *list = json_array();
	int rc = list ? 0 : -1;

	for (int i = 0; i < c->n && !rc; i++) {
		const struct aisp_target *t = &c->targets[i];
		json_t *row = json_pack(
			"{ss ss ss ss ss ss ss si sb ss?}", "target", t->id, "chapter",
			t->chapter, "directory", t->dir, "workload", t->workload,
			"baseline", t->baseline, "optimized", t->optimized, "device",
			aisp_device_name(t->device), "n_variants", count_variants(c, t),
			"is_built", !t->why, "why", t->why);

		rc = json_array_append_new(list, row);
	}
	if (!rc)
		rc = json_dumpf(list, stdout, JSON_INDENT(2));
	if (!rc)
		putchar('\n');
	json_decref(list);
	return rc;
}

/* Keeps the selected targets that are in both catalogues. */
static void narrow(struct aisp_catalogue *c, const struct aisp_catalogue *within)
{
	int n = 0;

	for (int i = 0; i < c->n; i++) {
		struct aisp_target t = c->targets[i];

		if (!aisp_catalogue_selects(within, t.id))
			continue;
		c->targets[i] = c->targets[n];
		c->targets[n++] = t;
	}
	c->n = n;
}

/* Loads the targets that both the patterns and the chapters select; no words: all. */
static int load(struct aisp_catalogue *c, const struct aisp_paths *paths,
		const struct options *o, struct aisp_err *err)
{
	struct aisp_catalogue within;

	if (aisp_catalogue_load(c, paths, o->patterns, o->n_patterns, err))
		return -1;
	if (!o->n_chapters)
		return 0;
	if (aisp_catalogue_load(&within, paths, o->chapters, o->n_chapters, err)) {
		aisp_catalogue_release(c);
		return -1;
	}
	narrow(c, &within);
	aisp_catalogue_release(&within);
	if (c->n)
		return 0;
	aisp_catalogue_release(c);
	return aisp_err_set(err, "nothing that the patterns select lies in chapter %s",
			    o->chapters[0]);
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_catalogue c;
	struct aisp_paths paths;
	struct aisp_err err;
	int status = AISP_EXIT_OK;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (aisp_paths_find(&paths, &err)) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		return AISP_EXIT_HARNESS;
	}
	if (load(&c, &paths, &o, &err)) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		return AISP_EXIT_USAGE;
	}
	if (!o.is_json)
		print_text(&c);
	else if (print_json(&c)) {
		fputs("aisp: a file name is not UTF-8, or memory ran out\n", stderr);
		status = AISP_EXIT_HARNESS;
	}
	for (int i = 0; i < c.n_problems; i++)
		fprintf(stderr, "aisp: %s\n", c.problems[i]);
	aisp_catalogue_release(&c);
	return status;
}

const struct aisp_command aisp_cmd_bench_list_targets = {
	.name = "bench list-targets",
	.summary = "list the targets, and whether they are built",
	.argp = &argp,
	.run = run,
};
