/* SPDX-License-Identifier: MIT
 *
 * output_file.h - output 0 as a file that is opened in the call, and is on the device
 * when it is closed.
 */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include <aisp/variant.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

/* The descriptor, or -errno. */
static inline int open_output(const struct aisp_io *io, int flags)
{
	int fd = open(io->out[0].path, O_WRONLY | O_CLOEXEC | flags);

	return fd < 0 ? -errno : fd;
}

/* Exactly n bytes; 0, or -errno. */
static inline int write_at(int fd, const void *data, size_t n, size_t at)
{
	const char *from = data;

	while (n) {
		ssize_t put = pwrite(fd, from, n, (off_t)at);

		if (put <= 0)
			return put ? -errno : -EIO;
		from += put;
		at += (size_t)put;
		n -= (size_t)put;
	}
	return 0;
}

/* rc, or that of what is left to do: the device has all of it, its length too. */
static inline int end_output(int fd, int rc)
{
	if (!rc && fsync(fd))
		rc = -errno;
	close(fd);
	return rc;
}

#endif
