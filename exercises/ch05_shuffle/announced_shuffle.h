/* SPDX-License-Identifier: MIT
 *
 * announced_shuffle.h - records that are announced to the kernel before they are read,
 * by posix_fadvise(WILLNEED), and a window that is not exceeded.
 */
#ifndef ANNOUNCED_SHUFFLE_H
#define ANNOUNCED_SHUFFLE_H

#include "input_file.h"

#define AHEAD 8 /* records that may be announced and not yet read */

/* The records of a batch, in its order; begin with all counters 0. */
struct batch {
	const struct input_file *file;
	const int32_t *order; /* their numbers in the file */
	char *out;
	size_t record_bytes;
	int64_t n, n_announced, n_read;
};

static inline off_t place_of(const struct batch *b, int64_t i)
{
	return (off_t)b->order[i] * (off_t)b->record_bytes;
}

/* Announces the next record.  Returns 0, or -EINVAL if there is none or if AHEAD are
 * under way. */
static inline int announce(struct batch *b)
{
	if (b->n_announced == b->n || b->n_announced - b->n_read == AHEAD)
		return -EINVAL;
	return -posix_fadvise(b->file->fd, place_of(b, b->n_announced++),
			      (off_t)b->record_bytes, POSIX_FADV_WILLNEED);
}

/* Reads the next record.  Returns 0, or -EINVAL unless as many are under way as there
 * may be. */
static inline int read_next(struct batch *b)
{
	int64_t left = b->n - b->n_read, i = b->n_read;

	if (b->n_announced - i != (left < AHEAD ? left : AHEAD) || !left)
		return -EINVAL;
	b->n_read++;
	return read_at(b->file, b->out + (size_t)i * b->record_bytes, b->record_bytes,
		       (size_t)place_of(b, i));
}

static int read_all(struct batch *b);

static int run(const struct aisp_io *io, void *state)
{
	struct batch b = { .file = state,
			   .order = (const int32_t *)io->in[1].data,
			   .out = (char *)io->out[0].data,
			   .record_bytes = (size_t)io->param[WORDS] * sizeof(int32_t),
			   .n = io->param[N] };

	return read_all(&b);
}

#endif
