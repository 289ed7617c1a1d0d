/* SPDX-License-Identifier: MIT
 *
 * file_weights.h - tensors in the order of the file, which is cut into pieces of
 * PIECE_BYTES, and what a piece holds, converted to where it belongs.
 */
#ifndef FILE_WEIGHTS_H
#define FILE_WEIGHTS_H

#include "input_file.h"
#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>
#include <string.h>

#define PIECE_BYTES ((int64_t)1 << 20)
#define PIECE       (PIECE_BYTES / 2) /* elements */

/* Elements [from, from + n) of the file are those from `to` on of the output. */
struct extent {
	int64_t from, to, n;
};

struct loader {
	struct input_file file;
	int64_t n;             /* extents, that is, tensors */
	struct extent *extent; /* in the order of the file */
	uint16_t *room;        /* for a piece of each thread */
};

AISP_CLONES static void convert(float *restrict y, const uint16_t *restrict x,
				int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = from_bf16(x[i]);
}

static inline int64_t pieces_of(const struct aisp_io *io)
{
	return (io->param[ELEMS] + PIECE - 1) / PIECE;
}

static inline int64_t piece_elems(const struct aisp_io *io, int64_t i)
{
	int64_t left = io->param[ELEMS] - i * PIECE;

	return left < PIECE ? left : PIECE;
}

static int by_place(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
				  : (x->n > y->n) - (x->n < y->n);
}

static inline void sort_extents(const struct aisp_io *io, struct loader *l)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;

	for (int64_t t = 0; t < l->n; t++)
		l->extent[t] = (struct extent){ from[t], to[t], to[t + 1] - to[t] };
	qsort(l->extent, (size_t)l->n, sizeof(*l->extent), by_place);
}

/* The first extent that ends behind element `at` of the file. */
static inline int64_t extent_at(const struct loader *l, int64_t at)
{
	int64_t low = 0, high = l->n;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;

		if (l->extent[middle].from + l->extent[middle].n <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* x: elements [first, first + n) of the file. */
static inline void convert_piece(const struct loader *l, const uint16_t *x,
				 int64_t first, int64_t n, float *y)
{
	int64_t end = first + n;

	for (int64_t i = extent_at(l, first); i < l->n; i++) {
		const struct extent *e = &l->extent[i];
		int64_t from = e->from > first ? e->from : first;
		int64_t last = e->from + e->n < end ? e->from + e->n : end;

		if (from >= end)
			break;
		if (from < last)
			convert(y + e->to + from - e->from, x + from - first,
				last - from);
	}
}

/* Loads piece i through `room`. */
static inline int load_piece(const struct aisp_io *io, const struct loader *l,
			     uint16_t *room, int64_t i)
{
	int64_t n = piece_elems(io, i);
	int rc = read_at(&l->file, (char *)room, 2 * (size_t)n,
			 (size_t)(i * PIECE_BYTES));

	if (!rc)
		convert_piece(l, room, i * PIECE, n, aisp_out_f32(io, 0));
	return rc;
}

static inline int loader_open(const struct aisp_io *io, int pieces, void **state)
{
	struct loader *l = calloc(1, sizeof(*l));

	*state = l;
	if (!l)
		return -ENOMEM;
	l->n = io->param[TENSORS];
	l->file.fd = open(io->in[WEIGHTS].path, O_RDONLY | O_CLOEXEC);
	if (l->file.fd < 0)
		return -errno;
	l->extent = calloc((size_t)l->n, sizeof(*l->extent));
	l->room = malloc((size_t)(pieces * PIECE_BYTES));
	if (!l->extent || !l->room)
		return -ENOMEM;
	memset(l->room, 0, (size_t)(pieces * PIECE_BYTES));
	return 0;
}

static inline void loader_close(void *state)
{
	struct loader *l = state;

	if (!l)
		return;
	if (l->file.fd >= 0)
		close(l->file.fd);
	free(l->extent);
	free(l->room);
	free(l);
}

#endif
