/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "cli.h"
#include "judge/catalogue.h"
#include "judge/decide.h"
#include "machine/nvml.h"
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
	bool wants_cuda;
	int64_t start_ns, measuring_ns; /* when all of it and the first pair began */
	int n_measured;                 /* runs, of both sides */
};

/* What the judge is made of; what it measures lies elsewhere. */
#define JUDGE_FILES "src", "include", "mk", "Makefile", "VERSION", "tools/gen_table.sh"
#define JUDGE_GOALS "aisp", "build/aisp-worker", "build/empty.so"

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

static double seconds_since(int64_t ns)
{
	return (double)(aisp_now_ns() - ns) / 1e9;
}

/* A line a step, also in a log: a comparison takes minutes. */
static __attribute__((format(printf, 2, 3))) void tell(const struct bench *b,
						       const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "[%3.0f s] ", seconds_since(b->start_ns));
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void tell_run(const struct bench *b, int side, int pair)
{
	int n_left = 2 * b->r->n_pairs - b->n_measured;
	char left[64] = "";

	if (b->n_measured)
		snprintf(left, sizeof(left), ", about %.0f s left",
			 seconds_since(b->measuring_ns) * n_left / b->n_measured);
	tell(b, "measuring %.12s, pair %d of %d%s", b->ids[side], pair, b->r->n_pairs,
	     left);
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

/* 1: git sees no difference in what the judge is made of.  -1 with *err filled. */
static int is_same_judge(const struct bench *b, const char *from, const char *to,
			 struct aisp_err *err)
{
	const char *const argv[] = { "git", "-C", b->r->root, "diff",      "--quiet",
				     from,  to,   "--",       JUDGE_FILES, NULL };
	int rc = run_logged(b, argv, "git diff", 1u << 0 | 1u << 1, err);

	return rc < 0 ? -1 : !rc;
}

/* Is the judge that runs here built of this commit's files, and nothing else? */
static bool is_own_judge(const struct bench *b, int side)
{
	const char *const status[] = { "git",         "-C", b->r->root,  "status",
				       "--porcelain", "--", JUDGE_FILES, NULL };
	const char *const current[] = { "make",     "-q",        "-s", "-C",
					b->r->root, JUDGE_GOALS, NULL };
	char *changes = NULL;
	bool is_clean = !aisp_program_read(status, &changes, NULL) && !*changes;

	free(changes);
	return is_clean && is_same_judge(b, "HEAD", b->ids[side], NULL) == 1 &&
	       !run_logged(b, current, "make -q", 1u << 0 | 1u << 1 | 1u << 2, NULL);
}

/* Names of the plugins in a tree's build folder, for argv. */
static void add_plugins(const char *tree, glob_t *found, const char **argv, int *n)
{
	char pattern[PATH_MAX + 32];

	snprintf(pattern, sizeof(pattern), "%s/build/cuda_*.so", tree);
	if (glob(pattern, 0, NULL, found))
		return;
	for (size_t i = 0; i < found->gl_pathc && *n < MAX_WORDS - 2; i++)
		argv[(*n)++] = found->gl_pathv[i] + strlen(tree) + 1;
}

static int copy_judge(const struct bench *b, const char *from, int side,
		      struct aisp_err *err)
{
	char to[PATH_MAX];
	const char *argv[MAX_WORDS] = { "env", "-C",        from,       "cp",
					"-a",  "--parents", JUDGE_GOALS };
	glob_t found = { 0 };
	int n = 9, rc;

	add_plugins(from, &found, argv, &n);
	snprintf(to, sizeof(to), "%s/%s", b->base, letter(side));
	argv[n] = to;
	rc = run_logged(b, argv, "copying the judge", 1, err);
	globfree(&found);
	return rc;
}

static int make_judge(const struct bench *b, int side, struct aisp_err *err)
{
	char path[PATH_MAX], jobs[16], what[128];
	const char *const argv[] = { "make",
				     "-s",
				     "-C",
				     path,
				     jobs,
				     JUDGE_GOALS,
				     b->wants_cuda ? "plugins" : NULL,
				     NULL };

	tell(b, "building the judge of %.12s%s", b->ids[side],
	     b->wants_cuda ? ", with CUDA" : "");
	snprintf(path, sizeof(path), "%s/%s", b->base, letter(side));
	snprintf(jobs, sizeof(jobs), "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(what, sizeof(what), "building %.12s", b->ids[side]);
	return run_logged(b, argv, what, 1, err);
}

/* A judge of the same files is taken as it is: this one, or the other side's. */
static int build(const struct bench *b, int side, struct aisp_err *err)
{
	char other[PATH_MAX];
	int is_same = 0;

	if (*b->is_stopped)
		return aisp_err_set(err, "interrupted");
	if (!b->wants_cuda && is_own_judge(b, side)) {
		tell(b, "the judge of %.12s is the one here", b->ids[side]);
		return copy_judge(b, b->r->root, side, err);
	}
	if (side)
		is_same = is_same_judge(b, b->ids[0], b->ids[1], err);
	if (is_same < 0)
		return -1;
	if (!is_same)
		return make_judge(b, side, err);
	tell(b, "the judge of %.12s is that of %.12s", b->ids[1], b->ids[0]);
	snprintf(other, sizeof(other), "%s/%s", b->base, letter(0));
	return copy_judge(b, other, side, err);
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

/* Is a GPU here, and something that these options select for it? */
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
	tell_run(b, side, pair);
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
	b->n_measured++;
	return keep_run(b, side, artifacts, err);
}

static int measure_pairs(struct bench *b, struct aisp_err *err)
{
	struct aisp_seed seed;
	int order[2];

	if (aisp_seed_new(&seed, err))
		return -1;
	b->measuring_ns = aisp_now_ns();
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
	struct bench b = { .r = r,
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
