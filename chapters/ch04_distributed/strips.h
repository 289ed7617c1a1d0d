/* SPDX-License-Identifier: MIT
 *
 * Strips of blocks that are shown to the peers one by one; peers copy each strip while
 * it is in a cache.
 */
#ifndef STRIPS_H
#define STRIPS_H

#include <aisp/ranks.h>
#include <stdbool.h>
#include <string.h>

/* Half of a usual L1, since one is read and one is written. */
#define STRIP_ELEMS 4096

struct strip {
	int64_t from, n; /* elements, of every block */
	uint32_t number; /* from 1 */
};

/* The strip behind s, or the first if s is zeroed; false if there is none. */
static inline bool next_strip(struct strip *s, int64_t elems)
{
	s->from += s->n;
	s->n = elems - s->from < STRIP_ELEMS ? elems - s->from : STRIP_ELEMS;
	s->number++;
	return s->n > 0;
}

static inline void copy_strip(float *restrict to, const float *restrict from,
			      const struct strip *s)
{
	memcpy(to + s->from, from + s->from, (size_t)s->n * sizeof(float));
}

/* Tells all ranks that they may read this rank's part of the strip. */
static inline void strip_is_shown(const struct aisp_ranks *r, const struct strip *s)
{
	aisp_signal_set(r, r->rank, 0, s->number);
}

/* The rank `far` behind this one: so that not all ranks read from the same one at a
 * time. */
static inline int peer_behind(const struct aisp_ranks *r, int far)
{
	return (r->rank + far) % r->n;
}

/* Waits until a rank has shown the strip; returns block `block` of it. */
static inline const float *shown_by(const struct aisp_ranks *r, int rank, int block,
				    const struct strip *s, int64_t elems)
{
	aisp_signal_wait(r, rank, 0, s->number);
	return (const float *)r->window[rank] + block * elems;
}

/* Shows the strip of all blocks that are for others. */
static inline void show_for_others(const struct aisp_io *io, const struct strip *s)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];

	for (int far = 1; far < r->n; far++) {
		int64_t at = peer_behind(r, far) * elems;

		copy_strip((float *)r->window[r->rank] + at, aisp_in_f32(io, 0) + at,
			   s);
	}
	strip_is_shown(r, s);
}

/* Shows all of this rank's blocks, and waits until all others have shown theirs. */
static inline void show_all(const struct aisp_io *io)
{
	memcpy(io->ranks->window[io->ranks->rank], io->in[0].data,
	       (size_t)io->in[0].shape[1] * sizeof(float));
	aisp_rank_barrier(io->ranks, 1);
}

#endif
