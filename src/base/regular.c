/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "regular.h"

/* Returns 0, or -1 with errno and *err filled. */
static int check(int fd, const char *path, int64_t most_bytes, struct aisp_err *err)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return aisp_err_errno(err, "read %.300s", path);
	if (!S_ISREG(st.st_mode)) {
		aisp_err_set(err,
			     "%.300s is not a regular file: put the file itself in "
			     "its place",
			     path);
		errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
		return -1;
	}
	if (st.st_size <= most_bytes)
		return 0;
	aisp_err_set(err,
		     "%.300s has %lld bytes: want at most %lld; put a shorter file "
		     "in its place",
		     path, (long long)st.st_size, (long long)most_bytes);
	errno = EFBIG;
	return -1;
}

FILE *aisp_regular_open_most(const char *path, int64_t most_bytes, struct aisp_err *err)
{
	/* O_NONBLOCK: opening a FIFO that nobody writes must not wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), saved;
	FILE *f = NULL;

	if (!check(fd, path, most_bytes, err)) {
		f = fdopen(fd, "r");
		if (!f)
			aisp_err_errno(err, "read %.300s", path);
	}
	if (!f && fd >= 0) {
		saved = errno;
		close(fd);
		errno = saved;
	}
	return f;
}

FILE *aisp_regular_open(const char *path, struct aisp_err *err)
{
	return aisp_regular_open_most(path, INT64_MAX, err);
}

/* The file may grow while it is read: n is what its size said. */
static char *read_all(FILE *f, const char *path, size_t n, size_t *n_bytes,
		      struct aisp_err *err)
{
	char *text = malloc(n + 1);
	size_t got;

	if (!text) {
		aisp_err_errno(err, "read %.300s", path);
		return NULL;
	}
	got = fread(text, 1, n, f);
	if (ferror(f)) {
		aisp_err_errno(err, "read %.300s", path);
		free(text);
		return NULL;
	}
	text[got] = '\0';
	if (n_bytes)
		*n_bytes = got;
	return text;
}

char *aisp_regular_read(const char *path, int64_t most_bytes, size_t *n_bytes,
			struct aisp_err *err)
{
	FILE *f = aisp_regular_open_most(path, most_bytes, err);
	struct stat st;
	char *text = NULL;

	if (!f)
		return NULL;
	if (fstat(fileno(f), &st))
		aisp_err_errno(err, "read %.300s", path);
	else
		text = read_all(f, path, (size_t)st.st_size, n_bytes, err);
	fclose(f);
	return text;
}
