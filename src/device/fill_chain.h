/* SPDX-License-Identifier: MIT
 *
 * fill_chain.h - indices that make chains: row i of one tensor names vertex i, that of
 * another, or its next column, vertex i + 1.  A variant that follows edges or links for
 * a fixed number of rounds is right for random ones, where a few rounds reach all.  For
 * compilers of CPUs and of GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_CHAIN_H
#define AISP_FILL_CHAIN_H

#include <aisp/workload.h>

#include "fill_bits.h"

/*
 * The tensors of a call share the lowest bits of their keys, so that they agree on the
 * chains that they make together; the bit above tells every second one from the others.
 */
#define AISP_SHARED_KEY 0xff
#define AISP_HEAD_KEY   0x100

/* The key of tensor k, from its own and that of its call. */
static inline uint64_t aisp_chain_key(uint64_t own, uint64_t call, int k)
{
	uint64_t head = k % 2 ? AISP_HEAD_KEY : 0;

	own &= ~(uint64_t)(AISP_SHARED_KEY | AISP_HEAD_KEY);
	return own | head | (call & AISP_SHARED_KEY);
}

struct aisp_chain {
	uint64_t length; /* vertices; 0: no chains */
	/* Modulo the limit: between vertices of neighbouring rows, and between the
	 * numbers of neighbouring vertices. */
	uint64_t row_step, step;
	uint64_t cols, head;
};

/* Honest code may walk a chain in as many rounds as it is long: 1024 at most. */
static inline struct aisp_chain aisp_chain_of(const struct aisp_spec *spec,
					      uint64_t key)
{
	const uint64_t prime = 2654435761, limit = (uint64_t)spec->limit;
	uint64_t shared = key & AISP_SHARED_KEY, how = shared >> 1 & 3;
	struct aisp_chain c = { 0 };

	if (spec->fill != AISP_FILL_INDEX || shared & 1)
		return c;
	c.length = UINT64_C(16) << (shared >> 3) % 7;
	c.row_step = how < 2 ? 1 : prime;
	c.step = how ? limit - 1 : 1;
	c.cols = spec->rank > 1 ? (uint64_t)spec->shape[spec->rank - 1] : 1;
	c.head = (key & AISP_HEAD_KEY) > 0;
	return c;
}

AISP_HD static inline uint64_t aisp_chain_times(uint64_t x, uint64_t y, uint64_t limit)
{
	return (uint64_t)((unsigned __int128)x * y % limit);
}

AISP_HD static inline uint64_t aisp_chain_at(const struct aisp_chain *c, uint64_t i,
					     uint64_t limit)
{
	uint64_t vertex = aisp_chain_times(i / c->cols, c->row_step, limit);
	uint64_t next = vertex + i % c->cols + c->head;
	uint64_t last = vertex - vertex % c->length + c->length - 1;

	last = last < limit ? last : limit - 1;
	return aisp_chain_times(next < last ? next : last, c->step, limit);
}

#endif
