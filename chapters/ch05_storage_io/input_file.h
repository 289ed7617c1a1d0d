/* SPDX-License-Identifier: MIT
 *
 * Input 0 as an open file: what every variant here does before the clock runs.
 */
#ifndef INPUT_FILE_H
#define INPUT_FILE_H

#include <aisp/variant.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

struct input_file {
	int fd;
};

static inline int open_input(const struct aisp_io *io, void **state)
{
	struct input_file *f = malloc(sizeof(*f));

	*state = f;
	if (!f)
		return -ENOMEM;
	f->fd = open(io->in[0].path, O_RDONLY | O_CLOEXEC);
	return f->fd < 0 ? -errno : 0;
}

static inline void close_input(void *state)
{
	struct input_file *f = state;

	if (f && f->fd >= 0)
		close(f->fd);
	free(f);
}

/* Reads exactly n bytes.  Returns 0, or -errno. */
static inline int read_at(const struct input_file *f, char *to, size_t n, size_t at)
{
	while (n) {
		ssize_t got = pread(f->fd, to, n, (off_t)at);

		if (got <= 0)
			return got ? -errno : -EIO;
		to += got;
		at += (size_t)got;
		n -= (size_t)got;
	}
	return 0;
}

#endif
