/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "gate.h"
#include "judge/time_budget.h"
#include "progress.h"
#include "store/expect.h"
#include "store/expect_judge.h"

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

static void count(struct gate *g, const struct aisp_run *run)
{
	g->n_regressed = aisp_expect_count(run, AISP_EXPECT_REGRESSED);
	g->n_damaged = 0;
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_expectation *e = run->results[i].expectation;

		g->n_damaged += e && e->is_damaged;
	}
}

/* A pattern that matches this target only: its folder, name and device. */
static char *pattern_of(const struct aisp_run_result *r)
{
	const char *source = r->arms[AISP_OPTIMIZED]->source;
	const char *slash = strrchr(source, '/'), *colon = strrchr(r->target, ':');
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

/* Lists each target that regressed once; returns their number. */
static int patterns_of(const struct aisp_run *run, char **patterns)
{
	int n = 0;

	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		char *p;
		int is_new = 1;

		if (aisp_result_expectation(r) != AISP_EXPECT_REGRESSED)
			continue;
		p = pattern_of(r);
		for (int k = 0; p && k < n; k++)
			is_new &= strcmp(patterns[k], p) != 0;
		if (p && is_new)
			patterns[n++] = p;
		else
			free(p);
	}
	return n;
}

/* Measures the patterns' targets; NULL if the harness failed. */
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
	s.live = NULL; /* no resumption: measured again as a whole, or not at all */
	s.kept = NULL;
	s.seed.k[1]++; /* other inputs; the same seed gives the same ones again */
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
		     const struct aisp_occasion *o, struct aisp_run *run,
		     const struct aisp_expect_place *place, struct aisp_err *err)
{
	char **patterns = calloc((size_t)g->n_regressed, sizeof(*patterns));
	int n = patterns ? patterns_of(run, patterns) : 0, rc = 0;
	json_t *second = NULL;

	if (n && !aisp_is_over(&s->limits))
		second = measure_again(g, s, o, patterns, n);
	if (second)
		rc = aisp_run_confirm(run, second, err);
	if (!rc) {
		g->n_unconfirmed = aisp_expect_confirm_run(run, place);
		rc = g->n_unconfirmed < 0 ? out_of_memory(err) : 0;
	}
	for (int i = 0; i < n; i++)
		free(patterns[i]);
	free(patterns);
	return rc;
}

int gate_judge(struct gate *g, const struct aisp_suite *s,
	       const struct aisp_occasion *o, struct aisp_run *run,
	       struct aisp_err *err)
{
	struct aisp_expect_place place;
	char dir[PATH_MAX];

	if (find_place(g, s->paths->root, dir, sizeof(dir), &place, err))
		return -1;
	if (aisp_expect_judge_run(run, &place))
		return out_of_memory(err);
	count(g, run);
	if (!g->n_regressed)
		return 0;
	if (remeasure(g, s, o, run, &place, err))
		return -1;
	count(g, run);
	return 0;
}

int gate_judge_saved(struct gate *g, const char *root, struct aisp_run *run,
		     struct aisp_err *err)
{
	struct aisp_expect_place place;
	char dir[PATH_MAX];

	if (find_place(g, root, dir, sizeof(dir), &place, err))
		return -1;
	if (aisp_expect_judge_run(run, &place) ||
	    (run->confirmation && aisp_expect_confirm_run(run, &place) < 0))
		return out_of_memory(err);
	count(g, run);
	return 0;
}

static void say(const json_t *list)
{
	const json_t *entry;
	int n = 0;
	size_t i;

	json_array_foreach(list, i, entry) {
		const char *path = json_string_value(json_object_get(entry, "path"));
		const char *why = json_string_value(json_object_get(entry, "why"));
		const char *target =
			json_string_value(json_object_get(entry, "target"));
		const json_t *unseen = json_object_get(entry, "unseen_loss");

		n += path != NULL;
		fprintf(stderr, "%s %s: %s", path ? "recorded" : "left", target,
			path ? path : why);
		if (json_is_number(unseen))
			fprintf(stderr, "; losses below %.0f %% will not be seen",
				100 * json_number_value(unseen));
		fputc('\n', stderr);
	}
	fprintf(stderr, "%d of %zu results recorded\n", n, json_array_size(list));
}

int gate_accept(const struct gate *g, const char *root, const struct aisp_run *run,
		struct aisp_err *err)
{
	struct aisp_expect_place place;
	char dir[PATH_MAX];
	json_t *list;

	if (find_place(g, root, dir, sizeof(dir), &place, err))
		return -1;
	list = aisp_expect_accept_run(run, &place, err);
	if (!list)
		return -1;
	say(list);
	json_decref(list);
	return 0;
}

/* The worst status of the results, by gravity of exit statuses. */
static int exit_status(const struct aisp_run *run)
{
	int n[AISP_N_WORDS] = { 0 }, n_measured = 0;

	for (int i = 0; i < run->n_results; i++) {
		n[aisp_result_word(&run->results[i])]++;
		n_measured += run->results[i].status == AISP_WORD_MEASURED;
	}
	if (n[AISP_WORD_INVALID] || n[AISP_WORD_FAILED])
		return AISP_EXIT_INVALID;
	if (n[AISP_WORD_INCONCLUSIVE] || n[AISP_WORD_NOT_RUN])
		return AISP_EXIT_INCONCLUSIVE;
	return n_measured ? AISP_EXIT_OK : AISP_EXIT_SKIPPED;
}

int gate_status(const struct gate *g, const struct aisp_run *run)
{
	int status = exit_status(run);

	if (status != AISP_EXIT_OK && status != AISP_EXIT_INCONCLUSIVE)
		return status;
	if (g->n_damaged)
		return AISP_EXIT_HARNESS;
	if (g->n_regressed && !g->is_accepting)
		return AISP_EXIT_REGRESSION;
	return g->n_unconfirmed || g->is_cut ? AISP_EXIT_INCONCLUSIVE : status;
}
