/* SPDX-License-Identifier: MIT
 *
 * cascade_ring.h - a warp's slabs of a sequence's own tokens on their way from memory,
 * first to L2 and then to the warp's ring.
 */
#ifndef CASCADE_RING_H
#define CASCADE_RING_H

#include "cascade_tile.h"

#define AHEAD 2 /* slabs on their way to L2 before the ring has room for them */

/* A warp's slabs of one sequence and head; its ring is empty before and after. */
struct own_ring {
	slab *stages;
	uint64_t *full;
	ring at, to;
};

static __device__ void prefetch_own(const boxes &b, int row)
{
	if (threadIdx.x % 32)
		return;
	asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global.tile "
		     "[%0, {%2, %3, %2}];\n\t"
		     "cp.async.bulk.prefetch.tensor.3d.L2.global.tile "
		     "[%1, {%2, %3, %2}];" ::"l"(&b.own_k),
		     "l"(&b.own_v), "r"(0), "r"(row)
		     : "memory");
}

/* The row of keys where slab i of a range begins.  A lane has a page of those of 32
 * slabs: i comes in order. */
static __device__ int own_row(int &pages, const range &x, int i, const shape &p)
{
	int token = x.token + i * SLAB;
	int mine = (token + (int)threadIdx.x % 32 * SLAB) / p.page;

	if (i % 32 == 0)
		pages = mine < p.pages ? x.table[mine] : 0;
	return (__shfl_sync(~0u, pages, i % 32) * p.heads + x.head) * p.page +
	       token % p.page;
}

/* Where a warp stands with a range's slabs: the next one, and rows of the two before
 * it, which only L2 was told of: the ring has no room for all that memory's latency
 * wants under way. */
struct ahead {
	int next, pages, first, second;
};

static __device__ void order_slabs(ahead &a, own_ring &t, const range &x, int n, int i,
				   const boxes &b, const shape &p)
{
#pragma unroll 1
	for (; a.next < min(n, i + RING) + AHEAD; a.next++) {
		int row = own_row(a.pages, x, a.next, p);

		if (a.next >= RING && a.next < n)
			prefetch_own(b, row);
		if (a.next >= AHEAD) {
			fetch(t.stages[t.to.stage], &b.own_k, &b.own_v, a.first,
			      &t.full[t.to.stage]);
			ring_next<RING>(t.to);
		}
		a.first = a.second;
		a.second = row;
	}
}

#endif
