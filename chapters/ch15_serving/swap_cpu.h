/* SPDX-License-Identifier: MIT
 *
 * swap_cpu.h - the pages that are moved, of all layers.
 */
#ifndef SWAP_CPU_H
#define SWAP_CPU_H

#include "stream_row.h"

/* A page of the cache, and where it goes and what comes in its place. */
struct moved {
	uint16_t *page, *out;
	const uint16_t *in;
	int64_t elems;
	size_t bytes;
};

static inline int64_t n_moved(const struct aisp_io *io)
{
	return io->param[LAYERS] * io->param[MOVED];
}

static inline struct moved moved_of(const struct aisp_io *io, int64_t i)
{
	const int64_t *p = io->param;
	int64_t slot = ((const int32_t *)io->in[SLOT].data)[i % p[MOVED]];
	int64_t at = i / p[MOVED] * p[PAGES] + slot;

	return (struct moved){ (uint16_t *)io->out[CACHE].data + at * p[ELEMS],
			       (uint16_t *)io->out[OUTGOING].data + i * p[ELEMS],
			       (const uint16_t *)io->in[INCOMING].data + i * p[ELEMS],
			       p[ELEMS], (size_t)p[ELEMS] * sizeof(uint16_t) };
}

/* The outgoing page is not read again, so it bypasses the caches; its old lines are in
 * the near caches when the other page overwrites them. */
static inline void swap_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = n_moved(io);

	for (int64_t i = n * part / n_parts; i < n * (part + 1) / n_parts; i++) {
		struct moved m = moved_of(io, i);

		stream_row(m.out, m.page, m.elems);
		memcpy(m.page, m.in, m.bytes);
	}
	stream_end();
}

#endif
