/* SPDX-License-Identifier: MIT
 *
 * revisions_build.c - make a tree and a judge for each of two commits.
 */
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "revisions_parts.h"
#include "store/program.h"

#define TAIL 2000 /* bytes of a log to show */

/* The sources of the judge; sources that it measures lie elsewhere. */
#define JUDGE_FILES "src", "include", "mk", "Makefile", "VERSION", "tools/gen_table.sh"
#define JUDGE_GOALS "aisp", "build/aisp-worker", "build/empty.so"

const char *revisions_letter(int side)
{
	return side ? "b" : "a";
}

/* Prints the end of a program's output. */
static void show_tail(int fd)
{
	char text[TAIL + 1];
	off_t size = lseek(fd, 0, SEEK_END), from = size > TAIL ? size - TAIL : 0;
	ssize_t n = pread(fd, text, TAIL, from);

	if (n > 0)
		fwrite(text, 1, (size_t)n, stderr);
}

int revisions_run(const struct revisions_bench *b, const char *const *argv,
		  const char *what, unsigned good, struct aisp_err *err)
{
	char path[PATH_MAX];
	int fd, status = 0, rc;

	snprintf(path, sizeof(path), "%s/log", b->base);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return aisp_err_errno(err, "write %s", path);
	rc = aisp_program_attend(argv, fd, b->is_stopped, &status, err);
	if (!rc && WIFEXITED(status) && WEXITSTATUS(status) < 32 &&
	    good >> WEXITSTATUS(status) & 1) {
		rc = WEXITSTATUS(status);
	} else if (!rc && WIFEXITED(status) &&
		   WEXITSTATUS(status) == AISP_EXIT_SKIPPED) {
		rc = AISP_EXIT_SKIPPED;
	} else if (!rc && *b->is_stopped) {
		rc = aisp_err_set(err, "interrupted");
	} else if (!rc) {
		show_tail(fd);
		rc = aisp_err_set(err, "%s failed; its last words are above", what);
	}
	close(fd);
	return rc;
}

double revisions_seconds_since(int64_t ns)
{
	return (double)(aisp_now_ns() - ns) / 1e9;
}

void revisions_tell(const struct revisions_bench *b, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "[%3.0f s] ", revisions_seconds_since(b->start_ns));
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

int revisions_check_out(const struct revisions_bench *b, int side, struct aisp_err *err)
{
	char path[PATH_MAX], what[128];
	const char *const argv[] = {
		"git",      "-C",  b->r->root, "-c", "core.hooksPath=/dev/null",
		"worktree", "add", "--detach", path, b->ids[side],
		NULL
	};

	snprintf(path, sizeof(path), "%s/%s", b->base, revisions_letter(side));
	snprintf(what, sizeof(what), "git worktree add for %.12s", b->ids[side]);
	return revisions_run(b, argv, what, 1, err);
}

/* 1 if git sees no difference in the judge's sources; -1 with *err filled. */
static int is_same_judge(const struct revisions_bench *b, const char *from,
			 const char *to, struct aisp_err *err)
{
	const char *const argv[] = { "git", "-C", b->r->root, "diff",      "--quiet",
				     from,  to,   "--",       JUDGE_FILES, NULL };
	int rc = revisions_run(b, argv, "git diff", 1u << 0 | 1u << 1, err);

	return rc < 0 ? -1 : !rc;
}

/* Was the running judge built exactly from this commit's files? */
static bool is_own_judge(const struct revisions_bench *b, int side)
{
	const char *const status[] = { "git",         "-C", b->r->root,  "status",
				       "--porcelain", "--", JUDGE_FILES, NULL };
	const char *const current[] = { "make",     "-q",        "-s", "-C",
					b->r->root, JUDGE_GOALS, NULL };
	char *changes = NULL;
	bool is_clean = !aisp_program_read(status, &changes, NULL) && !*changes;

	free(changes);
	return is_clean && is_same_judge(b, "HEAD", b->ids[side], NULL) == 1 &&
	       !revisions_run(b, current, "make -q", 1u << 0 | 1u << 1 | 1u << 2, NULL);
}

/* Adds the names of the plugins in a tree's build folder to argv. */
static void add_plugins(const char *tree, glob_t *found, const char **argv, int *n)
{
	char pattern[PATH_MAX + 32];

	snprintf(pattern, sizeof(pattern), "%s/build/cuda_*.so", tree);
	if (glob(pattern, 0, NULL, found))
		return;
	for (size_t i = 0; i < found->gl_pathc && *n < REVISIONS_MAX_WORDS - 2; i++)
		argv[(*n)++] = found->gl_pathv[i] + strlen(tree) + 1;
}

static int copy_judge(const struct revisions_bench *b, const char *from, int side,
		      struct aisp_err *err)
{
	char to[PATH_MAX];
	const char *argv[REVISIONS_MAX_WORDS] = { "env", "-C",        from,       "cp",
						  "-a",  "--parents", JUDGE_GOALS };
	glob_t found = { 0 };
	int n = 9, rc;

	add_plugins(from, &found, argv, &n);
	snprintf(to, sizeof(to), "%s/%s", b->base, revisions_letter(side));
	argv[n] = to;
	rc = revisions_run(b, argv, "copying the judge", 1, err);
	globfree(&found);
	return rc;
}

/* Copies objects of the other side if it was built, else those of this tree. */
static int reuse_objects(const struct revisions_bench *b, int side,
			 struct aisp_err *err)
{
	char other[PATH_MAX], objects[PATH_MAX + 16], to[PATH_MAX];
	const char *argv[] = { "env", "-C",        b->r->root,        "cp",
			       "-a",  "--parents", REVISIONS_OBJECTS, to,
			       NULL };

	snprintf(to, sizeof(to), "%s/%s", b->base, revisions_letter(side));
	snprintf(other, sizeof(other), "%s/%s", b->base, revisions_letter(0));
	snprintf(objects, sizeof(objects), "%s/" REVISIONS_OBJECTS, other);
	if (side && !access(objects, F_OK))
		argv[2] = other;
	if (!revisions_share(argv[2], to))
		return 0;
	return revisions_run(b, argv, "copying objects", 1, err) < 0 ? -1 : 0;
}

static int make_judge(const struct revisions_bench *b, int side, struct aisp_err *err)
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

	revisions_tell(b, "building the judge of %.12s%s", b->ids[side],
		       b->wants_cuda ? ", with CUDA" : "");
	snprintf(path, sizeof(path), "%s/%s", b->base, revisions_letter(side));
	snprintf(jobs, sizeof(jobs), "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(what, sizeof(what), "building %.12s", b->ids[side]);
	if (reuse_objects(b, side, err))
		return -1;
	return revisions_run(b, argv, what, 1, err);
}

int revisions_build(const struct revisions_bench *b, int side, struct aisp_err *err)
{
	char other[PATH_MAX];
	int is_same = 0;

	if (*b->is_stopped)
		return aisp_err_set(err, "interrupted");
	if (!b->wants_cuda && is_own_judge(b, side)) {
		revisions_tell(b, "the judge of %.12s is the one here", b->ids[side]);
		return copy_judge(b, b->r->root, side, err);
	}
	if (side)
		is_same = is_same_judge(b, b->ids[0], b->ids[1], err);
	if (is_same < 0)
		return -1;
	if (!is_same)
		return make_judge(b, side, err);
	revisions_tell(b, "the judge of %.12s is that of %.12s", b->ids[1], b->ids[0]);
	snprintf(other, sizeof(other), "%s/%s", b->base, revisions_letter(0));
	return copy_judge(b, other, side, err);
}
