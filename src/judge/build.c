/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "build.h"
#include "store/program.h"

/* make splits and expands what is not among these. */
static int check_path(const char *path, struct aisp_err *err)
{
	static const char special[] = " \t\n$#%:;|&<>()[]{}*?\\'\"`~!";

	if (path[strcspn(path, special)] == '\0')
		return 0;
	return aisp_err_set(err,
			    "make cannot work in '%s': rename it without blanks and "
			    "special characters",
			    path);
}

/* An empty log that no other process writes, or -1. */
static int open_log(const char *path, struct aisp_err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (fd < 0)
		return aisp_err_errno(err, "write %s", path);
	while (flock(fd, LOCK_EX))
		if (errno != EINTR) {
			aisp_err_errno(err, "lock %s", path);
			close(fd);
			return -1;
		}
	if (ftruncate(fd, 0)) {
		aisp_err_errno(err, "write %s", path);
		close(fd);
		return -1;
	}
	return fd;
}

/* The compiler's and the linker's words; make's own say less. */
static int is_error(const char *line)
{
	return strstr(line, "error: ") || strstr(line, "undefined reference");
}

/*
 * The first such lines of the log, or any lines; as many as fit whole, but one
 * at least.
 */
static void find_errors(FILE *log, int is_any, char *found, size_t size)
{
	char *line = NULL;
	size_t line_size = 0, used = 0;
	ssize_t n;

	found[0] = '\0';
	while ((n = getline(&line, &line_size, log)) > 0)
		if ((is_any || is_error(line)) && (!used || used + (size_t)n < size))
			used += (size_t)snprintf(found + used, size - used, "%s", line);
	if (used >= size)
		used = size - 1;
	if (used && found[used - 1] == '\n')
		found[used - 1] = '\0';
	free(line);
}

static int report(const char *path, struct aisp_err *err)
{
	FILE *log = fopen(path, "re");
	char found[360];

	if (!log)
		return aisp_err_errno(err, "the build failed, and so did reading %s",
				      path);
	find_errors(log, 0, found, sizeof(found));
	rewind(log);
	if (!found[0])
		find_errors(log, 1, found, sizeof(found));
	fclose(log);
	return aisp_err_set(err, "%s\nthe whole log: %s",
			    found[0] ? found : "the build failed", path);
}

/* Words of the command: "make", its options, the goals, NULL. */
static int run_make(const char *const *argv, const char *log_path, struct aisp_err *err)
{
	int fd = open_log(log_path, err), status, rc;

	if (fd < 0)
		return -1;
	rc = aisp_program_run(argv, fd, &status, err);
	if (!rc && status)
		rc = report(log_path, err);
	close(fd);
	return rc;
}

/* words: further goals and settings of make.  keep: "KEEP=1", or "KEEP=". */
static int build(const struct aisp_paths *p, const char *dir, const char *out_dir,
		 const char *keep, const char *const *words, int n_words,
		 struct aisp_err *err)
{
	enum { N_FIXED = 10 };
	char makefile[PATH_MAX + 32], root[PATH_MAX + 8], src[PATH_MAX + 8];
	char out[PATH_MAX + 8], log[PATH_MAX + 32];
	char jobs[16];
	const char **argv;
	int rc;

	snprintf(jobs, sizeof(jobs), "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	if (check_path(p->root, err) || check_path(dir, err) ||
	    check_path(out_dir, err) || aisp_mkdirs(out_dir, err))
		return -1;
	snprintf(makefile, sizeof(makefile), "%s/mk/pairs.mk", p->root);
	snprintf(root, sizeof(root), "ROOT=%s", p->root);
	snprintf(src, sizeof(src), "SRC=%s", dir);
	snprintf(out, sizeof(out), "OUT=%s", out_dir);
	snprintf(log, sizeof(log), "%s/build.log", out_dir);
	argv = calloc(N_FIXED + (size_t)n_words + 1, sizeof(*argv));
	if (!argv)
		return aisp_err_set(err, "out of memory");
	memcpy(argv,
	       (const char *const[N_FIXED]){ "make", "-s", jobs, "--no-print-directory",
					     "-f", makefile, root, src, out, keep },
	       N_FIXED * sizeof(*argv));
	for (int i = 0; i < n_words; i++)
		argv[N_FIXED + i] = words[i];
	rc = run_make(argv, log, err);
	free(argv);
	return rc;
}

int aisp_pairs_build_objects(const struct aisp_paths *p, const char *dir,
			     const char *out_dir, const char *const *objects,
			     int n_objects, struct aisp_err *err)
{
	return build(p, dir, out_dir, "KEEP=", objects, n_objects, err);
}

int aisp_pairs_build(const struct aisp_paths *p, const char *dir, const char *out_dir,
		     bool has_cuda, struct aisp_err *err)
{
	static const char *const no_cuda[] = { "CUDA=" };

	return build(p, dir, out_dir, "KEEP=1", no_cuda, !has_cuda, err);
}
