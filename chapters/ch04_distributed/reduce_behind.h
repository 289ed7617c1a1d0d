/* SPDX-License-Identifier: MIT
 *
 * All-reduce of data that is made piece by piece.  A piece is a range of the window
 * that its rank fills; after all have shown theirs each rank adds up a part of the
 * piece, and then takes the parts of the others.
 */
#ifndef REDUCE_BEHIND_H
#define REDUCE_BEHIND_H

#include "allreduce.h"
#include "rounds.h"

enum { SHOWN, ADDED }; /* signals: pieces that this rank has shown, and added up */

struct pieces {
	const struct aisp_io *io;
	int64_t n;
	struct range (*range)(const struct aisp_io *io, int64_t piece);
	/* Writes this rank's numbers of the piece into its window. */
	void (*make)(const struct aisp_io *io, int64_t piece);
};

static inline struct range part_of(const struct aisp_ranks *r, int rank,
				   struct range all)
{
	int64_t n = all.to - all.from;

	return (struct range){ all.from + first_of(r, rank, n),
			       all.from + first_of(r, rank + 1, n) };
}

/* Adds up this rank's part, which no other rank reads in its window any more. */
static inline void add_own_part(const struct aisp_io *io, struct range all)
{
	const struct aisp_ranks *r = io->ranks;
	struct range own = part_of(r, r->rank, all);
	float *y = aisp_out_f32(io, 0);

	add_windows(r, y, own.from, own.to);
	copy_range(r->window[r->rank], y, own);
}

static inline void take_parts(const struct aisp_io *io, struct range all)
{
	const struct aisp_ranks *r = io->ranks;

	for (int far = 1; far < r->n; far++) {
		int peer = (r->rank + far) % r->n;

		copy_range(aisp_out_f32(io, 0), r->window[peer], part_of(r, peer, all));
	}
}

/* All-reduces a range, between barriers `number` and number + 1. */
static inline void reduce_range(const struct aisp_io *io, struct range all,
				uint32_t number)
{
	aisp_rank_barrier(io->ranks, number);
	add_own_part(io, all);
	aisp_rank_barrier(io->ranks, number + 1);
	take_parts(io, all);
}

static inline void await_peers(const struct aisp_ranks *r, int signal, int64_t pieces)
{
	for (int far = 1; far < r->n; far++)
		aisp_signal_wait(r, (r->rank + far) % r->n, signal, (uint32_t)pieces);
}

/* While a piece is made the others have time to show, and to add up, those before. */
static inline void reduce_behind(const struct pieces *p)
{
	const struct aisp_ranks *r = p->io->ranks;

	for (int64_t i = 0; i < p->n + 2; i++) {
		if (i < p->n) {
			p->make(p->io, i);
			aisp_signal_set(r, r->rank, SHOWN, (uint32_t)i + 1);
		}
		if (i >= 1 && i - 1 < p->n) {
			await_peers(r, SHOWN, i);
			add_own_part(p->io, p->range(p->io, i - 1));
			aisp_signal_set(r, r->rank, ADDED, (uint32_t)i);
		}
		if (i >= 2) {
			await_peers(r, ADDED, i - 1);
			take_parts(p->io, p->range(p->io, i - 2));
		}
	}
}

#endif
