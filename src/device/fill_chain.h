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
 * chains that they make together.
 */
#define AISP_SHARED_KEY 0xff

/* The key of a tensor, from its own and that of its call. */
static inline uint64_t aisp_chain_key(uint64_t own, uint64_t call)
{
	return (own & ~(uint64_t)AISP_SHARED_KEY) | (call & AISP_SHARED_KEY);
}

struct aisp_chain {
	uint64_t length; /* vertices; 0: no chains */
	uint64_t step;   /* between the numbers of neighbours, modulo the limit */
	uint64_t cols, head;
};

/* Honest code may walk a chain in as many rounds as it is long: 1024 at most. */
static inline struct aisp_chain aisp_chain_of(const struct aisp_spec *spec,
					      uint64_t key, uint64_t bits)
{
	uint64_t shared = key & AISP_SHARED_KEY;
	const uint64_t steps[] = { 1, (uint64_t)spec->limit - 1, 1, 2654435761 };
	struct aisp_chain c = { 0 };

	if (spec->fill != AISP_FILL_INDEX || shared & 3)
		return c;
	c.length = UINT64_C(8) << (shared >> 2 & 7);
	c.step = steps[shared >> 5 & 3];
	c.cols = spec->rank > 1 ? (uint64_t)spec->shape[spec->rank - 1] : 1;
	c.head = bits >> 60 & 1;
	return c;
}

AISP_HD static inline uint64_t aisp_chain_at(const struct aisp_chain *c, uint64_t i,
					     uint64_t limit)
{
	uint64_t vertex = i / c->cols % limit, next = vertex + i % c->cols + c->head;
	uint64_t last = vertex - vertex % c->length + c->length - 1;

	last = last < limit ? last : limit - 1;
	next = next < last ? next : last;
	return (uint64_t)((unsigned __int128)next * c->step % limit);
}

#endif
