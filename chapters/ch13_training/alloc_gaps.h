/* SPDX-License-Identifier: MIT
 *
 * alloc_gaps.h - an allocator that knows which blocks are alive, in the order of their
 * addresses, and chooses among the gaps between them.
 */
#ifndef ALLOC_GAPS_H
#define ALLOC_GAPS_H

#include "alloc_given.h"

struct place {
	int64_t at, end;
};

struct gaps {
	struct place *alive; /* in order */
	int64_t n;
};

/* The gap before place k; the last one has no end. */
static inline int64_t gap_begin(const struct gaps *g, int64_t k)
{
	return k ? g->alive[k - 1].end : 0;
}

static inline int64_t gap_bytes(const struct gaps *g, int64_t k)
{
	return (k < g->n ? g->alive[k].at : INT64_MAX) - gap_begin(g, k);
}

/* The first place that does not begin before `at`. */
static inline int64_t place_at(const struct gaps *g, int64_t at)
{
	int64_t low = 0, high = g->n;

	while (low < high) {
		int64_t middle = (low + high) / 2;

		if (g->alive[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static inline void fill_gap(struct gaps *g, int64_t k, int64_t at, int64_t bytes)
{
	memmove(g->alive + k + 1, g->alive + k, (size_t)(g->n - k) * sizeof(*g->alive));
	g->alive[k] = (struct place){ at, at + bytes };
	g->n++;
}

static inline void open_gap(struct gaps *g, int64_t at)
{
	int64_t k = place_at(g, at);

	g->n--;
	memmove(g->alive + k, g->alive + k + 1, (size_t)(g->n - k) * sizeof(*g->alive));
}

/* A run(): pick() chooses the gap for a block; the block begins where the gap does. */
static inline int play_gaps(const struct aisp_io *io, void *state,
			    int64_t (*pick)(const struct gaps *g, int64_t bytes))
{
	struct given given = given_new(io);
	struct gaps g = { given.rest, 0 };
	int64_t *offset = (int64_t *)io->out[OFFSET].data;

	(void)state;
	for (int64_t i = 0; i < io->param[BLOCKS]; i++) {
		int64_t k, bytes = given.size[i];

		for (int32_t b = given.first[i]; b != NONE; b = given.next[b])
			open_gap(&g, offset[b]);
		k = pick(&g, bytes);
		offset[i] = gap_begin(&g, k);
		fill_gap(&g, k, offset[i], bytes);
	}
	return 0;
}

#endif
