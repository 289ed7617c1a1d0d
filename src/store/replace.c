/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "replace.h"

static int write_all(int fd, const char *p, size_t n, int is_synced)
{
	while (n) {
		ssize_t k = write(fd, p, n);

		if (k < 0 && errno != EINTR)
			return -1;
		p += k > 0 ? k : 0;
		n -= k > 0 ? (size_t)k : 0;
	}
	return is_synced ? fsync(fd) : 0;
}

static int replace(int dir_fd, const char *name, const char *text, size_t n_bytes,
		   int is_synced)
{
	char part[NAME_MAX + 8];
	int fd, rc, saved;

	snprintf(part, sizeof(part), ".%s.part", name);
	fd = openat(dir_fd, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	rc = write_all(fd, text, n_bytes, is_synced);
	if (!rc)
		rc = renameat(dir_fd, part, dir_fd, name);
	saved = errno;
	close(fd);
	if (rc)
		unlinkat(dir_fd, part, 0);
	errno = saved;
	return rc;
}

int aisp_replace_file(int dir_fd, const char *name, const char *text, size_t n_bytes)
{
	return replace(dir_fd, name, text, n_bytes, 1);
}

int aisp_replace_note(int dir_fd, const char *name, const char *text, size_t n_bytes)
{
	return replace(dir_fd, name, text, n_bytes, 0);
}

int aisp_lock(int fd, int how)
{
	while (flock(fd, how))
		if (errno != EINTR)
			return -1;
	return 0;
}
