/* SPDX-License-Identifier: MIT
 *
 * What the variants of all-reduce share: sums over the ranks' windows.
 */
#ifndef ALLREDUCE_H
#define ALLREDUCE_H

#include <aisp/ranks.h>
#include <string.h>

/* Elements [from, to) of y become the sums of all windows', in the order of ranks, so
 * that every rank gets the same bits. */
static inline void add_windows(const struct aisp_ranks *r, float *restrict y,
			       int64_t from, int64_t to)
{
	memcpy(y + from, (const float *)r->window[0] + from,
	       (size_t)(to - from) * sizeof(float));
	for (int k = 1; k < r->n; k++) {
		const float *restrict w = (const float *)r->window[k];

		for (int64_t i = from; i < to; i++)
			y[i] += w[i];
	}
}

/* Shows this rank's terms to its peers. */
static inline void publish(const struct aisp_io *io, int64_t n)
{
	memcpy(io->ranks->window[io->ranks->rank], io->in[0].data,
	       (size_t)n * sizeof(float));
}

/* After all ranks have shown their terms: rank 0 adds up, the others copy its sums. */
static inline void add_at_root(const struct aisp_ranks *r, float *y, int64_t n)
{
	aisp_rank_barrier(r, 1);
	if (r->rank == 0) {
		add_windows(r, y, 0, n);
		memcpy(r->window[0], y, (size_t)n * sizeof(float));
	}
	aisp_rank_barrier(r, 2);
	if (r->rank)
		memcpy(y, r->window[0], (size_t)n * sizeof(float));
}

/* Where the part of a rank begins, if n elements are split evenly. */
static inline int64_t first_of(const struct aisp_ranks *r, int rank, int64_t n)
{
	return n * rank / r->n;
}

#endif
