/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysfile.h"

const char *aisp_sys_root(void)
{
	const char *root = getenv("AISP_SYSROOT");

	return root ? root : "";
}

int aisp_sys_path(char *out, size_t size, const char *path)
{
	int n = snprintf(out, size, "%s%s", aisp_sys_root(), path);

	if (n < 0 || (size_t)n >= size) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return 0;
}

static int open_below(const char *path, int flags)
{
	char full[4096];

	if (aisp_sys_path(full, sizeof(full), path))
		return -1;
	return open(full, flags | O_CLOEXEC);
}

/* Like read(), until the buffer is full or the file ends; returns the length or -1. */
static ssize_t read_all(int fd, char *buf, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, buf + n, size - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	return (ssize_t)n;
}

int aisp_sys_read(const char *path, char *buf, size_t size)
{
	int fd = open_below(path, O_RDONLY);
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return -1;
	n = read_all(fd, buf, size - 1);
	close(fd);
	if (n < 0) {
		buf[0] = '\0';
		return -1;
	}
	while (n > 0 && strchr(" \t\n", buf[n - 1]))
		n--;
	buf[n] = '\0';
	return 0;
}

int aisp_sys_read_int(const char *path, long long *value)
{
	char buf[64], *end;
	long long v;

	if (aisp_sys_read(path, buf, sizeof(buf)))
		return -1;
	errno = 0;
	v = strtoll(buf, &end, 10);
	if (errno || end == buf || *end)
		return -1;
	*value = v;
	return 0;
}

char *aisp_sys_slurp(const char *path)
{
	size_t size = 16384, n = 0;
	int fd = open_below(path, O_RDONLY);
	char *buf = NULL;

	if (fd < 0)
		return NULL;
	for (;;) {
		char *more = realloc(buf, size);
		ssize_t got;

		if (!more)
			goto out;
		buf = more;
		got = read_all(fd, buf + n, size - 1 - n);
		if (got < 0)
			goto out;
		n += (size_t)got;
		if (n < size - 1)
			break;
		size *= 2;
	}
	buf[n] = '\0';
	close(fd);
	return buf;
out:
	free(buf);
	close(fd);
	return NULL;
}

int aisp_sys_write(const char *path, const char *value, struct aisp_err *err)
{
	int fd = open_below(path, O_WRONLY | O_TRUNC);
	size_t len = strlen(value);
	ssize_t n;

	if (fd < 0)
		return aisp_err_errno(err, "open %s for writing", path);
	n = write(fd, value, len);
	if (close(fd) || n < 0)
		return aisp_err_errno(err, "write \"%s\" to %s", value, path);
	if ((size_t)n != len)
		return aisp_err_set(err, "%s took only a part of \"%s\"", path, value);
	return 0;
}

void aisp_sys_choice(char *text)
{
	char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return;
	memmove(text, open + 1, (size_t)(close - open - 1));
	text[close - open - 1] = '\0';
}

int aisp_sys_count_list(const char *list)
{
	long n = 0;

	while (*list) {
		char *end;
		long first = strtol(list, &end, 10), last = first;

		if (end == list || first < 0)
			return -1;
		if (*end == '-') {
			list = end + 1;
			last = strtol(list, &end, 10);
			if (end == list || last < first)
				return -1;
		}
		n += last - first + 1;
		if (n > 1 << 20 || (*end && *end != ','))
			return -1;
		list = *end ? end + 1 : end;
	}
	return n ? (int)n : -1;
}
