/* SPDX-License-Identifier: MIT
 *
 * uring_file.h - a file that is read through io_uring, with memory for what is in
 * flight.
 */
#ifndef URING_FILE_H
#define URING_FILE_H

#include <liburing.h>
#include <stdlib.h>
#include <unistd.h>

struct uring_file {
	struct io_uring ring;
	int fd;
	char *memory;
};

/* teardown() of a state that begins with a struct uring_file.  Its setup() may have
 * failed anywhere: ring.ring_fd is -1 until it is open. */
static void close_uring(void *state)
{
	struct uring_file *f = state;

	if (!f)
		return;
	if (f->fd >= 0)
		close(f->fd);
	if (f->ring.ring_fd >= 0)
		io_uring_queue_exit(&f->ring);
	free(f->memory);
	free(f);
}

#endif
