/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "cli.h"
#include "judge/decide.h"
#include "revisions.h"
#include "store/history.h"
#include "store/program.h"
#include "store/run.h"
#include "store/tree.h"
#include "suite_options.h"

#define MAX_WORDS 64
#define TAIL      2000 /* bytes of a log that are shown */

struct bench {
	const struct revisions *r;
	const volatile sig_atomic_t *is_stopped;
	char base[PATH_MAX / 2]; /* the temporary directory */
	char ids[2][80];
	struct aisp_history *runs[2]; /* in memory */
	int is_terminal;
};

static const char *letter(int side)
{
	return side ? "b" : "a";
}

/* The end of what a program wrote. */
static void show_tail(int fd)
{
	char text[TAIL + 1];
	off_t size = lseek(fd, 0, SEEK_END), from = size > TAIL ? size - TAIL : 0;
	ssize_t n = pread(fd, text, TAIL, from);

	if (n > 0)
		fwrite(text, 1, (size_t)n, stderr);
}

/* The exit status, or -1 with *err filled. */
static int run_logged(const struct bench *b, const char *const *argv, const char *what,
		      unsigned good, struct aisp_err *err)
{
	char path[PATH_MAX];
	int fd, status = 0, rc;

	snprintf(path, sizeof(path), "%s/log", b->base);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return aisp_err_errno(err, "write %s", path);
	rc = aisp_program_run(argv, fd, &status, err);
	if (!rc && WIFEXITED(status) && WEXITSTATUS(status) < 32 &&
	    good >> WEXITSTATUS(status) & 1) {
		rc = WEXITSTATUS(status);
	} else if (!rc && WIFEXITED(status) &&
		   WEXITSTATUS(status) == AISP_EXIT_SKIPPED) {
		rc = AISP_EXIT_SKIPPED;
	} else if (!rc) {
		show_tail(fd);
		rc = aisp_err_set(err, "%s failed; its last words are above", what);
	}
	close(fd);
	return rc;
}

static void tell(const struct bench *b, const char *what, int side, int pair)
{
	if (b->is_terminal && pair)
		fprintf(stderr, "%s %.12s, pair %d of %d\n", what, b->ids[side], pair,
			b->r->n_pairs);
	else if (b->is_terminal)
		fprintf(stderr, "%s %.12s\n", what, b->ids[side]);
}

static int check_out(const struct bench *b, int side, struct aisp_err *err)
{
	char path[PATH_MAX], what[128];
	const char *const argv[] = {
		"git",      "-C",  b->r->root, "-c", "core.hooksPath=/dev/null",
		"worktree", "add", "--detach", path, b->ids[side],
		NULL
	};

	snprintf(path, sizeof(path), "%s/%s", b->base, letter(side));
	snprintf(what, sizeof(what), "git worktree add for %.12s", b->ids[side]);
	return run_logged(b, argv, what, 1, err);
}

static int build(const struct bench *b, int side, struct aisp_err *err)
{
	char path[PATH_MAX], jobs[16], what[128];
	const char *const argv[] = { "make", "-s", "-C", path, jobs, NULL };

	if (*b->is_stopped)
		return aisp_err_set(err, "interrupted");
	tell(b, "building", side, 0);
	snprintf(path, sizeof(path), "%s/%s", b->base, letter(side));
	snprintf(jobs, sizeof(jobs), "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(what, sizeof(what), "building %.12s", b->ids[side]);
	return run_logged(b, argv, what, 1, err);
}

/* The only run folder there. */
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

static int keep_run(struct bench *b, int side, const char *artifacts,
		    struct aisp_err *err)
{
	char folder[PATH_MAX];
	json_t *results, *manifest = NULL;
	int rc = -1;

	if (find_folder(folder, sizeof(folder), artifacts, err))
		return -1;
	results = aisp_run_load(folder, err);
	if (results)
		manifest = aisp_run_load_manifest(folder, err);
	/* Runs of one second with one seed must not pass for the same one. */
	json_object_set_new(json_object_get(results, "run"), "folder",
			    json_string(artifacts));
	if (manifest && aisp_history_enter(b->runs[side], results, manifest, err) >= 0)
		rc = 0;
	json_decref(manifest);
	json_decref(results);
	return rc;
}

/* In its own tree, so that relative targets are that tree's. */
static int measure(struct bench *b, int side, int pair, struct aisp_err *err)
{
	char tree[PATH_MAX], artifacts[PATH_MAX], what[128];
	const char *argv[MAX_WORDS] = {
		"env",    "-C", tree, "./aisp", "bench", "run", "--artifacts-dir",
		artifacts
	};
	int n = 8;

	if (*b->is_stopped)
		return aisp_err_set(err, "interrupted");
	tell(b, "measuring", side, pair);
	snprintf(tree, sizeof(tree), "%s/%s", b->base, letter(side));
	snprintf(artifacts, sizeof(artifacts), "%s/runs/%s%d", b->base, letter(side),
		 pair);
	snprintf(what, sizeof(what), "aisp bench run of %.12s", b->ids[side]);
	for (int i = 0; i < b->r->n_options && n < MAX_WORDS - 1; i++)
		argv[n++] = b->r->options[i];
	if (run_logged(b, argv, what,
		       1u << AISP_EXIT_OK | 1u << AISP_EXIT_REGRESSION |
			       1u << AISP_EXIT_INVALID | 1u << AISP_EXIT_INCONCLUSIVE,
		       err) < 0)
		return -1;
	return keep_run(b, side, artifacts, err);
}

static int measure_pairs(struct bench *b, struct aisp_err *err)
{
	struct aisp_seed seed;
	int order[2];

	if (aisp_seed_new(&seed, err))
		return -1;
	for (int pair = 0; pair < b->r->n_pairs && !*b->is_stopped; pair++) {
		aisp_plan_block(aisp_seed_key(&seed, (uint64_t)pair / 2, 0, 0), pair, 2,
				order);
		if (measure(b, order[0], pair + 1, err) ||
		    measure(b, order[1], pair + 1, err))
			return *b->is_stopped ? 0 : -1;
	}
	return 0;
}

static int read_sides(const struct bench *b, struct compare_side sides[2],
		      struct aisp_err *err)
{
	static const struct aisp_history_filter all = { .has_launches = true };

	for (int i = 0; i < 2; i++) {
		snprintf(sides[i].label, sizeof(sides[i].label), "commit %s",
			 b->ids[i]);
		sides[i].rows = aisp_history_read(b->runs[i], &all, err);
		if (!sides[i].rows)
			return -1;
		if (!json_array_size(sides[i].rows))
			return aisp_err_set(err, "interrupted before the first pair");
		sides[i].manifest = aisp_history_manifest(b->runs[i], 1, err);
		if (!sides[i].manifest)
			return -1;
	}
	return 0;
}

static void clean_up(struct bench *b)
{
	char path[PATH_MAX], *text;
	const char *const remove[] = { "git",    "-C",      b->r->root, "worktree",
				       "remove", "--force", path,       NULL };

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", b->base, letter(i));
		if (!aisp_program_read(remove, &text, NULL))
			free(text);
		aisp_history_close(b->runs[i]);
	}
	aisp_tree_remove(b->base, NULL);
}

static int begin(struct bench *b, struct aisp_err *err)
{
	const char *tmp = getenv("TMPDIR");

	for (int i = 0; i < 2; i++)
		if (compare_commit(b->ids[i], sizeof(b->ids[i]), b->r->root,
				   b->r->names[i], err))
			return -1;
	snprintf(b->base, sizeof(b->base), "%s/aisp-compare-XXXXXX",
		 tmp && *tmp == '/' ? tmp : "/var/tmp");
	if (!mkdtemp(b->base))
		return aisp_err_errno(err, "make %s (set $TMPDIR)", b->base);
	return 0;
}

int revisions_measure(const struct revisions *r, struct compare_side sides[2],
		      struct aisp_err *err)
{
	struct bench b = { .r = r, .is_terminal = isatty(2) };
	int rc = -1;

	if (begin(&b, err))
		return -1;
	b.is_stopped = stop_flag();
	setenv("AISP_HISTORY", "off", 1);
	for (int i = 0; i < 2; i++) {
		b.runs[i] = aisp_history_open(":memory:", true, err);
		if (!b.runs[i] || check_out(&b, i, err) || build(&b, i, err))
			goto out;
	}
	if (!measure_pairs(&b, err))
		rc = read_sides(&b, sides, err);
out:
	clean_up(&b);
	return rc;
}
