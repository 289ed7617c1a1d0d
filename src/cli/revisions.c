/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/rng.h"
#include "decide/decide.h"
#include "decide/decide_pairs.h"
#include "judge/catalogue.h"
#include "machine/nvml.h"
#include "revisions_parts.h"
#include "revisions_place.h"
#include "stop.h"
#include "store/compare.h"
#include "store/run.h"
#include "suite_options.h"

#define RUN_PAIRS "3" /* of launches in a run, if its options do not say how many */
#define RESULT_S  60  /* per result, unless the first look takes longer */

/* The number of pairs at which the look after `pair` is due. */
static int n_due(const struct revisions *r, int pair)
{
	return r->n_pairs ? r->n_pairs : aisp_next_look(pair - 1);
}

static void tell_run(const struct revisions_bench *b, int side, int pair)
{
	int n_pairs = n_due(b->r, pair), n_left = 2 * n_pairs - b->n_measured;
	char left[64] = "";

	if (b->n_measured)
		snprintf(left, sizeof(left), ", about %.0f s left",
			 revisions_seconds_since(b->measuring_ns) * n_left /
				 b->n_measured);
	revisions_tell(b, "measuring %.12s, pair %d of %d%s", b->ids[side], pair,
		       n_pairs, left);
}

static bool selects_cuda(const struct aisp_paths *paths, const char *pattern)
{
	struct aisp_catalogue c;
	bool is_found = false;

	if (aisp_catalogue_load(&c, paths, &pattern, 1, NULL))
		return false;
	for (int i = 0; i < c.n; i++)
		is_found |= c.targets[i].device == AISP_DEVICE_CUDA;
	aisp_catalogue_release(&c);
	return is_found;
}

/* Is a GPU here, and do these options select a target for it? */
static bool wants_cuda(const struct revisions *r)
{
	struct aisp_nvml nvml;
	struct aisp_paths paths;
	bool is_wanted = !r->n_options;

	if (aisp_nvml_open(&nvml, NULL))
		return false;
	aisp_nvml_close(&nvml);
	if (aisp_paths_find(&paths, NULL))
		return true;
	for (int i = 0; i < r->n_options; i++) {
		const char *word = r->options[i], *equals = strchr(word, '=');

		if (!strncmp(word, "--targets=", 10) || word[0] != '-')
			is_wanted |= selects_cuda(&paths,
						  word[0] == '-' ? equals + 1 : word);
	}
	return is_wanted;
}

/* Finds the only run folder there. */
static int find_folder(char *path, size_t size, const char *artifacts,
		       struct aisp_err *err)
{
	DIR *d = opendir(artifacts);
	struct dirent *e;
	int rc = -1;

	while (d && rc && (e = readdir(d)))
		if (e->d_name[0] != '.')
			rc = snprintf(path, size, "%s/%s", artifacts, e->d_name) < 0;
	if (d)
		closedir(d);
	return rc ? aisp_err_set(err, "a run left no folder in %s", artifacts) : 0;
}

static int keep_run(struct revisions_bench *b, int side, const char *artifacts,
		    struct aisp_err *err)
{
	char folder[PATH_MAX];
	struct aisp_run *run;
	int rc = -1;

	if (find_folder(folder, sizeof(folder), artifacts, err))
		return -1;
	run = aisp_run_load(folder, err);
	if (!run)
		return -1;
	/* Tells apart two runs of one second with one seed. */
	if (aisp_run_set_folder(run, artifacts))
		aisp_err_set(err, "out of memory");
	else if (aisp_history_enter(b->runs[side], run, err) >= 0)
		rc = 0;
	aisp_run_free(run);
	return rc;
}

/* Do the options, abbreviated or not, set how long a run measures? */
static bool has_length(const struct revisions *r)
{
	static const char *const words[] = { "--pai", "--min-t", "--u" };

	for (int i = 0; i < r->n_options; i++)
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (!strncmp(r->options[i], words[k], strlen(words[k])))
				return true;
	return false;
}

/* Runs in its own tree, so that relative targets belong to that tree. */
static int measure(struct revisions_bench *b, int side, int pair, struct aisp_err *err)
{
	char tree[PATH_MAX], artifacts[PATH_MAX], what[128];
	const char *argv[REVISIONS_MAX_WORDS] = {
		"env",    "-C", tree, "./aisp", "bench", "run", "--artifacts-dir",
		artifacts
	};
	int n = 8;

	if (!has_length(b->r)) {
		argv[n++] = "--pairs";
		argv[n++] = RUN_PAIRS;
	}
	if (*b->is_stopped)
		return aisp_err_set(err, "interrupted");
	tell_run(b, side, pair);
	snprintf(tree, sizeof(tree), "%s/%s", b->base, revisions_letter(side));
	snprintf(artifacts, sizeof(artifacts), "%s/runs/%s%d", b->base,
		 revisions_letter(side), pair);
	snprintf(what, sizeof(what), "aisp bench run of %.12s", b->ids[side]);
	for (int i = 0; i < b->r->n_options && n < REVISIONS_MAX_WORDS - 1; i++)
		argv[n++] = b->r->options[i];
	if (revisions_run(b, argv, what,
			  1u << AISP_EXIT_OK | 1u << AISP_EXIT_REGRESSION |
				  1u << AISP_EXIT_INVALID |
				  1u << AISP_EXIT_INCONCLUSIVE,
			  err) < 0)
		return -1;
	b->n_measured++;
	return keep_run(b, side, artifacts, err);
}

static int read_sides(const struct revisions_bench *b, struct compare_side sides[2],
		      struct aisp_err *err)
{
	static const struct aisp_history_filter all = { .has_launches = true };

	for (int i = 0; i < 2; i++) {
		snprintf(sides[i].label, sizeof(sides[i].label), "commit %s",
			 b->ids[i]);
		if (aisp_history_read(&sides[i].rows, b->runs[i], &all, err))
			return -1;
		if (!sides[i].rows.n)
			return aisp_err_set(err, "interrupted before the first pair");
		sides[i].manifest = aisp_history_manifest(b->runs[i], 1, err);
		if (!sides[i].manifest)
			return -1;
	}
	return 0;
}

/* How many of *n_results have no verdict yet; -1 with *err filled. */
static int count_open(const struct revisions_bench *b, int *n_results,
		      struct aisp_err *err)
{
	struct compare_side sides[2] = { 0 };
	struct aisp_compared c = { 0 };
	int n = 0, rc = read_sides(b, sides, err);

	if (!rc && aisp_compare_pairs(&c, &sides[0].rows, &sides[1].rows))
		rc = aisp_err_set(err, "out of memory");
	for (int i = 0; !rc && i < c.n_rows; i++) {
		aisp_decide_pairs(&c.rows[i], 0);
		n += c.rows[i].verdict == AISP_WORD_INCONCLUSIVE;
	}
	*n_results = c.n_rows;
	aisp_compared_release(&c);
	compare_side_release(&sides[0]);
	compare_side_release(&sides[1]);
	return rc ? -1 : n;
}

/* Returns 1 if no more pairs are needed; -1 with *err filled. */
static int is_enough(const struct revisions_bench *b, int n_pairs, struct aisp_err *err)
{
	double spent_s = revisions_seconds_since(b->measuring_ns);
	int n_open, n_results, next = aisp_next_look(n_pairs);

	if (b->r->n_pairs || !aisp_is_look(n_pairs))
		return n_pairs == b->r->n_pairs;
	n_open = count_open(b, &n_results, err);
	if (n_open < 0)
		return -1;
	return !n_open || next < 0 || spent_s * next / n_pairs > RESULT_S * n_results;
}

static int measure_pairs(struct revisions_bench *b, struct aisp_err *err)
{
	struct aisp_seed seed;
	int order[2], rc = 0;

	if (aisp_seed_new(&seed, err))
		return -1;
	b->measuring_ns = aisp_now_ns();
	for (int pair = 0; !rc && !*b->is_stopped; pair++) {
		aisp_plan_block(aisp_seed_key(&seed, (uint64_t)pair / 2, 0, 0), pair, 2,
				order);
		if (measure(b, order[0], pair + 1, err) ||
		    measure(b, order[1], pair + 1, err))
			return *b->is_stopped ? 0 : -1;
		rc = is_enough(b, pair + 1, err);
	}
	return rc < 0 ? -1 : 0;
}

static void clean_up(struct revisions_bench *b)
{
	for (int i = 0; i < 2; i++)
		aisp_history_close(b->runs[i]);
	revisions_place_remove(b->base, NULL);
	close(b->place_fd);
}

static int begin(struct revisions_bench *b, struct aisp_err *err)
{
	for (int i = 0; i < 2; i++)
		if (compare_commit(b->ids[i], sizeof(b->ids[i]), b->r->root,
				   b->r->names[i], err))
			return -1;
	b->place_fd = revisions_place_make(b->base, sizeof(b->base), err);
	return b->place_fd < 0 ? -1 : 0;
}

int revisions_measure(const struct revisions *r, struct compare_side sides[2],
		      struct aisp_err *err)
{
	struct revisions_bench b = { .r = r,
				     .start_ns = aisp_now_ns(),
				     .wants_cuda = wants_cuda(r) };
	int rc = -1;

	if (begin(&b, err))
		return -1;
	b.is_stopped = stop_flag();
	setenv("AISP_HISTORY", "off", 1);
	if (!b.wants_cuda)
		setenv("NVCC", "", 1); /* nothing is compiled for it */
	for (int i = 0; i < 2; i++) {
		/* In turn: the second's files are newer than the first's objects. */
		b.runs[i] = aisp_history_open(":memory:", true, err);
		if (!b.runs[i] || revisions_check_out(&b, i, err) ||
		    revisions_build(&b, i, err))
			goto out;
	}
	if (!measure_pairs(&b, err))
		rc = read_sides(&b, sides, err);
out:
	clean_up(&b);
	return rc;
}
