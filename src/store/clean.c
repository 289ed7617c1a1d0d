/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkpoint.h"
#include "clean.h"

int aisp_leftovers_add(struct aisp_leftovers *l, const char *dir, const char *name,
		       struct aisp_err *err)
{
	char **grown = reallocarray(l->paths, (size_t)l->n + 1, sizeof(*grown));

	if (!grown)
		return aisp_err_set(err, "out of memory");
	l->paths = grown;
	if (asprintf(&l->paths[l->n], "%s/%s", dir, name) < 0)
		return aisp_err_set(err, "out of memory");
	l->n++;
	return 0;
}

void aisp_leftovers_release(struct aisp_leftovers *l)
{
	for (int i = 0; i < l->n; i++)
		free(l->paths[i]);
	free(l->paths);
	*l = (struct aisp_leftovers){ 0 };
}

/* Does s look like the pattern, in which 0 stands for a digit, f for a hex digit? */
static int looks_like(const char *s, const char *pattern)
{
	for (; *pattern; s++, pattern++)
		if (*pattern == '0'   ? *s < '0' || *s > '9'
		    : *pattern == 'f' ? !*s || !strchr("0123456789abcdef", *s)
				      : *s != *pattern)
			return 0;
	return 1;
}

static int keep_tmp(const struct dirent *e)
{
	return strlen(e->d_name) == 21 &&
	       looks_like(e->d_name, ".tmp-ffffffffffffffff");
}

static int keep_run(const struct dirent *e)
{
	return looks_like(e->d_name, "00000000T000000Z_");
}

/* Is it a directory, not a link, without a lock? */
static int is_dead(int parent_fd, const char *name)
{
	int fd = openat(parent_fd, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int rc = fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB);

	if (fd >= 0)
		close(fd);
	return rc;
}

static int is_file(int fd, const char *name)
{
	struct stat st;

	return !fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode);
}

static int is_run(int parent_fd, const char *name)
{
	int fd = openat(parent_fd, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int rc = fd >= 0 && is_file(fd, "manifest.json") && is_file(fd, "results.json");

	if (fd >= 0)
		close(fd);
	return rc;
}

/* Opens the directory; returns -1; if it is missing, errno is ENOENT and *err unset. */
static int open_artifacts(const char *artifacts, struct aisp_err *err)
{
	int fd = open(artifacts, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 && errno != ENOENT)
		aisp_err_errno(err, "open %s", artifacts);
	return fd;
}

int aisp_leftovers_find_dead(struct aisp_leftovers *l, const char *artifacts,
			     struct aisp_err *err)
{
	int fd = open_artifacts(artifacts, err), n, rc = 0;
	struct dirent **entries = NULL;

	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	/* While we hold this, no process is between making a folder and locking it. */
	n = flock(fd, LOCK_EX) ? -1 : scandirat(fd, ".", &entries, keep_tmp, alphasort);
	if (n < 0)
		rc = aisp_err_errno(err, "read %s", artifacts);
	for (int i = 0; i < n; i++) {
		if (!rc && is_dead(fd, entries[i]->d_name))
			rc = aisp_leftovers_add(l, artifacts, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	close(fd);
	return rc;
}

int aisp_leftovers_spare(struct aisp_leftovers *dead, struct aisp_leftovers *resumable,
			 struct aisp_err *err)
{
	char **paths = calloc((size_t)dead->n + 1, sizeof(*paths));
	int n_dead = 0;

	if (!paths)
		return aisp_err_set(err, "out of memory");
	free(resumable->paths);
	*resumable = (struct aisp_leftovers){ .paths = paths };
	for (int i = 0; i < dead->n; i++)
		if (aisp_checkpoint_is_there(dead->paths[i]))
			paths[resumable->n++] = dead->paths[i];
		else
			dead->paths[n_dead++] = dead->paths[i];
	dead->n = n_dead;
	return 0;
}

int aisp_leftovers_find_old(struct aisp_leftovers *l, const char *artifacts, int n_keep,
			    struct aisp_err *err)
{
	int fd = open_artifacts(artifacts, err), n, rc = 0;
	struct dirent **entries = NULL;

	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	n = scandirat(fd, ".", &entries, keep_run, versionsort);
	if (n < 0)
		rc = aisp_err_errno(err, "read %s", artifacts);
	/* Names begin with the time: the newest come last. */
	for (int i = n - 1, n_runs = 0; i >= 0; i--) {
		if (!rc && is_run(fd, entries[i]->d_name) && ++n_runs > n_keep)
			rc = aisp_leftovers_add(l, artifacts, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	close(fd);
	return rc;
}

int aisp_leftovers_find_cache(struct aisp_leftovers *l, const char *cache,
			      struct aisp_err *err)
{
	static const char *const ours[] = { "pairs", "machines" };
	char path[PATH_MAX];
	struct stat st;

	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++) {
		snprintf(path, sizeof(path), "%s/%s", cache, ours[i]);
		if (!lstat(path, &st) && S_ISDIR(st.st_mode) &&
		    aisp_leftovers_add(l, cache, ours[i], err))
			return -1;
	}
	return 0;
}
