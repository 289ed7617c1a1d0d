/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/text.h"
#include "cli.h"
#include "gate.h"
#include "progress.h"
#include "store/expect.h"
#include "store/expect_judge.h"
#include "store/pairs.h"

static int find_place(const struct gate *g, const char *root, char *dir, size_t size,
		      struct aisp_expect_place *place, struct aisp_err *err)
{
	*place = (struct aisp_expect_place){ .dir = dir, .is_given = g->dir };
	if (!g->dir)
		return aisp_expect_dir(dir, size, root, err);
	if ((size_t)snprintf(dir, size, "%s", g->dir) >= size)
		return aisp_err_set(err, "path too long: %s", g->dir);
	return 0;
}

static int out_of_memory(struct aisp_err *err)
{
	return aisp_err_set(err, "out of memory");
}

static void count(struct gate *g, const json_t *results)
{
	const json_t *r;
	size_t i;

	g->n_regressed = aisp_expect_count(results, AISP_EXPECT_REGRESSED);
	g->n_damaged = 0;
	json_array_foreach(json_object_get(results, "results"), i, r)
		g->n_damaged += json_is_true(
		json_object_get(json_object_get(r, "expectation"), "is_damaged"));
}

/* A pattern that means one target and no other: its folder, name and device. */
static char *pattern_of(const json_t *results, const json_t *result)
{
	const json_t *arm = aisp_result_arm(results, result, "optimized");
	const char *source = json_string_value(json_object_get(arm, "source"));
	const char *id = json_string_value(json_object_get(result, "target"));
	const char *slash = source ? strrchr(source, '/') : NULL;
	const char *colon = strrchr(id, ':');
	char *text = NULL;
	size_t n_bytes;
	FILE *f = slash && colon ? open_memstream(&text, &n_bytes) : NULL;

	if (!f)
		return NULL;
	fprintf(f, "%.*s", (int)(slash - source), source);
	for (; *colon; colon++)
		fprintf(f, "%s%c", strchr("*?[\\", *colon) ? "\\" : "", *colon);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/* Of the results that regressed, each target once; how many. */
static int patterns_of(const json_t *results, char **patterns)
{
	const json_t *r;
	int n = 0;
	size_t i;

	json_array_foreach(json_object_get(results, "results"), i, r)
	{
		const char *state = json_string_value(
			json_object_get(json_object_get(r, "expectation"), "state"));
		char *p;
		int is_new = 1;

		if (!state || strcmp(state, "REGRESSED") != 0)
			continue;
		p = pattern_of(results, r);
		for (int k = 0; p && k < n; k++)
			is_new &= strcmp(patterns[k], p) != 0;
		if (p && is_new)
			patterns[n++] = p;
		else
			free(p);
	}
	return n;
}

/* A document of the patterns' targets, measured now; NULL if the harness failed. */
static json_t *measure_again(struct gate *g, const struct aisp_suite *first,
			     const struct aisp_occasion *o, char **patterns, int n)
{
	struct aisp_suite_result result = { 0 };
	struct aisp_occasion again = *o;
	struct aisp_suite s = *first;
	struct progress_line line;
	struct aisp_err err;
	json_t *document = NULL;

	s.patterns = (const char *const *)patterns;
	s.n_patterns = n;
	s.part = 1;
	s.live = NULL; /* measured again as a whole, or not at all */
	s.kept = NULL;
	s.seed.k[1]++; /* other inputs, and those of this run again if the seed is */
	s.progress = progress_begin(&line);
	progress_say(&line, "below the expectation; measuring again");
	aisp_now_text(again.started);
	if (aisp_suite_run(&s, &result, &err)) {
		g->is_cut = true;
		fprintf(stderr, "aisp bench run: the second block: %s\n", err.msg);
	} else {
		g->is_cut = result.n_done < result.n_groups;
		again.is_partial = g->is_cut;
		aisp_now_text(again.ended);
		document = aisp_document_results(&s, &result, &again, NULL);
	}
	progress_end(&line);
	aisp_suite_result_release(&result);
	return document;
}

static int remeasure(struct gate *g, const struct aisp_suite *s,
		     const struct aisp_occasion *o, json_t *results,
		     const json_t *manifest, const struct aisp_expect_place *place,
		     struct aisp_err *err)
{
	char **patterns = calloc((size_t)g->n_regressed, sizeof(*patterns));
	int n = patterns ? patterns_of(results, patterns) : 0;
	json_t *second = NULL;

	if (n && !aisp_is_over(&s->limits))
		second = measure_again(g, s, o, patterns, n);
	g->n_unconfirmed = aisp_expect_confirm_run(results, second, manifest, place);
	if (second)
		json_object_set_new(results, "confirmation", second);
	for (int i = 0; i < n; i++)
		free(patterns[i]);
	free(patterns);
	return g->n_unconfirmed < 0 ? out_of_memory(err) : 0;
}

int gate_judge(struct gate *g, const struct aisp_suite *s,
	       const struct aisp_occasion *o, json_t *results, const json_t *manifest,
	       struct aisp_err *err)
{
	struct aisp_expect_place place;
	char dir[PATH_MAX];

	if (find_place(g, s->paths->root, dir, sizeof(dir), &place, err))
		return -1;
	if (aisp_expect_judge_run(results, manifest, &place))
		return out_of_memory(err);
	count(g, results);
	if (!g->n_regressed)
		return 0;
	if (remeasure(g, s, o, results, manifest, &place, err))
		return -1;
	count(g, results);
	return 0;
}

int gate_judge_saved(struct gate *g, const char *root, json_t *results,
		     const json_t *manifest, struct aisp_err *err)
{
	const json_t *second = json_object_get(results, "confirmation");
	struct aisp_expect_place place;
	char dir[PATH_MAX];

	if (find_place(g, root, dir, sizeof(dir), &place, err))
		return -1;
	if (aisp_expect_judge_run(results, manifest, &place))
		return out_of_memory(err);
	if (second && aisp_expect_confirm_run(results, second, manifest, &place) < 0)
		return out_of_memory(err);
	count(g, results);
	return 0;
}

static void say(const json_t *list)
{
	const json_t *entry;
	int n = 0;
	size_t i;

	json_array_foreach(list, i, entry)
	{
		const char *path = json_string_value(json_object_get(entry, "path"));
		const char *why = json_string_value(json_object_get(entry, "why"));
		const char *target =
			json_string_value(json_object_get(entry, "target"));

		n += path != NULL;
		fprintf(stderr, "%s %s: %s\n", path ? "recorded" : "left", target,
			path ? path : why);
	}
	fprintf(stderr, "%d of %zu results recorded\n", n, json_array_size(list));
}

int gate_accept(const struct gate *g, const char *root, const json_t *results,
		const json_t *manifest, struct aisp_err *err)
{
	struct aisp_expect_place place;
	char dir[PATH_MAX];
	json_t *list;

	if (find_place(g, root, dir, sizeof(dir), &place, err))
		return -1;
	list = aisp_expect_accept_run(results, manifest, &place, err);
	if (!list)
		return -1;
	say(list);
	json_decref(list);
	return 0;
}

/* The worst of the results, in the order of the exit statuses' gravity. */
static int exit_status(const json_t *results)
{
	int n_measured = 0, n_failed = 0, n_inconclusive = 0;
	const json_t *result;
	size_t i;

	json_array_foreach(results, i, result)
	{
		const char *status =
			json_string_value(json_object_get(result, "status"));
		const char *verdict = json_string_value(json_object_get(
			json_object_get(result, "comparison"), "verdict"));

		n_measured += !strcmp(status, "measured");
		n_failed += !strcmp(status, "failed");
		n_failed += verdict && !strcmp(verdict, "INVALID");
		n_inconclusive += !strcmp(status, "not run");
		n_inconclusive += verdict && !strcmp(verdict, "INCONCLUSIVE");
	}
	if (n_failed)
		return AISP_EXIT_INVALID;
	if (n_inconclusive)
		return AISP_EXIT_INCONCLUSIVE;
	return n_measured ? AISP_EXIT_OK : AISP_EXIT_SKIPPED;
}

int gate_status(const struct gate *g, const json_t *results)
{
	int status = exit_status(results);

	if (status != AISP_EXIT_OK && status != AISP_EXIT_INCONCLUSIVE)
		return status;
	if (g->n_damaged)
		return AISP_EXIT_HARNESS;
	if (g->n_regressed && !g->is_accepting)
		return AISP_EXIT_REGRESSION;
	return g->n_unconfirmed || g->is_cut ? AISP_EXIT_INCONCLUSIVE : status;
}
