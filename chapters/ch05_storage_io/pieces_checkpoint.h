/* SPDX-License-Identifier: MIT
 *
 * pieces_checkpoint.h - the file in pieces that begin at multiples of PIECE_BYTES,
 * whatever the tensors' sizes: each is gathered in room of its own and written by one
 * call, through the page cache or past it.
 */
#ifndef PIECES_CHECKPOINT_H
#define PIECES_CHECKPOINT_H

#include "output_file.h"
#include <stdlib.h>
#include <string.h>

#define PIECE_BYTES ((size_t)4 << 20)
#define PIECE       ((int64_t)(PIECE_BYTES / sizeof(float))) /* elements */
#define PAGE_BYTES  ((size_t)4096) /* what O_DIRECT wants multiples of */
#define HUGE_BYTES  ((size_t)2 << 20)

static inline int64_t pieces_of(const struct aisp_io *io)
{
	return (io->param[ELEMS] + PIECE - 1) / PIECE;
}

/* Elements [first, first + n) of the file. */
static inline void gather(const struct aisp_io *io, int64_t first, int64_t n,
			  float *room)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;
	const float *memory = aisp_in_f32(io, MEMORY);
	int64_t t = tensor_of(to, io->param[TENSORS], first), end = first + n;

	for (int64_t i = first; i < end; t++) {
		int64_t last = to[t + 1] < end ? to[t + 1] : end;

		memcpy(room + i - first, memory + from[t] + i - to[t],
		       (size_t)(last - i) * sizeof(float));
		i = last;
	}
}

static inline size_t whole_pages(size_t bytes)
{
	return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

/* Piece i; past the page cache the last is longer, by part of a page. */
static inline int write_piece(const struct aisp_io *io, int fd, float *room, int64_t i,
			      int is_direct)
{
	int64_t left = io->param[ELEMS] - i * PIECE;
	int64_t n = left < PIECE ? left : PIECE;
	size_t bytes = (size_t)n * sizeof(float);

	gather(io, i * PIECE, n, room);
	return write_at(fd, room, is_direct ? whole_pages(bytes) : bytes,
			(size_t)i * PIECE_BYTES);
}

/*
 * A file past the page cache, with room on the device: writes that lengthen a file wait
 * for each other.  The descriptor, or -errno.
 */
static inline int open_direct(const struct aisp_io *io)
{
	size_t bytes = whole_pages((size_t)io->param[ELEMS] * sizeof(float));
	int fd = open_output(io, O_DIRECT);

	if (fd >= 0 && fallocate(fd, 0, 0, (off_t)bytes) && errno != EOPNOTSUPP) {
		int rc = -errno;

		close(fd);
		return rc;
	}
	return fd;
}

static inline int end_direct(const struct aisp_io *io, int fd, int rc)
{
	if (!rc && ftruncate(fd, (off_t)io->param[ELEMS] * (off_t)sizeof(float)))
		rc = -errno;
	return end_output(fd, rc);
}

/* Room for a piece of each thread, whose pages are there. */
static inline int make_room(int n_threads, void **state)
{
	size_t bytes = (size_t)n_threads * PIECE_BYTES;

	*state = aligned_alloc(HUGE_BYTES, bytes);
	if (!*state)
		return -ENOMEM;
	memset(*state, 0, bytes);
	return 0;
}

/* The same, where files can be written past the page cache. */
static inline int make_direct_room(const struct aisp_io *io, int n_threads,
				   void **state)
{
	int fd = open_output(io, O_DIRECT);

	if (fd < 0)
		return -ENOTSUP;
	close(fd);
	return make_room(n_threads, state);
}

#endif
