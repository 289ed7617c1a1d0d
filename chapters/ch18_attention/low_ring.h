/* SPDX-License-Identifier: MIT
 *
 * low_ring.h - a warp's slabs, of two boxes of 16 tokens each, and the scales of these:
 * a page may end between them.  As attend_range() of decode_warps.h.  After SLAB.
 */
#ifndef LOW_RING_H
#define LOW_RING_H

#include "decode_warps.h"

#include "low_words.h"

#define BOXES (SLAB / BOX)
#define AHEAD (32 / BOXES) /* slabs of which a warp's lanes know the boxes */

struct low_scales {
	const float *k, *v;
};

/* A lane's box: its first row of keys and values, and the scales of both. */
struct low_box {
	int row;
	float k, v;
};

/* Its token, of AHEAD slabs of this warp from the one at `token` on. */
static __device__ int box_token(int token)
{
	int lane = threadIdx.x % 32;

	return token + lane / BOXES * (WARPS * SLAB) + lane % BOXES * BOX;
}

/* The table's entry for that; a page that exists wherever the sequence ends, so that
 * all boxes are filled. */
static __device__ int box_page(const int *table, int token, const shape &p)
{
	int i = box_token(token) / p.page;

	return i < p.pages ? table[i] : 0;
}

static __device__ low_box box_of(int page, int head, int token, const low_scales &c,
				 const shape &p)
{
	int at = page * p.heads + head;

	return { at * p.page + box_token(token) % p.page, c.k[at], c.v[at] };
}

/* Where a warp is in a range: every WARPS-th slab is its own. */
struct low_walk {
	range x;
	int next;   /* the first token that is not yet ordered */
	unsigned n; /* slabs ordered */
	int later;  /* the table's entry for those after the boxes known */
	low_box ahead;
	ring to;
};

/* The next slab, if there is one, to the next stage.  step.fetch() gets the lane whose
 * box is its first. */
template <class S>
static __device__ void order_slab(S &step, low_walk &w, const low_scales &c,
				  const shape &p)
{
	if (w.next >= w.x.end)
		return;
	if (w.n % AHEAD == 0) {
		w.ahead = box_of(w.later, w.x.head, w.next, c, p);
		w.later = box_page(w.x.table, w.next + AHEAD * WARPS * SLAB, p);
	}
	step.fetch(w.to.stage, w.ahead.row, (int)(w.n++ % AHEAD) * BOXES);
	ring_next<S::STAGES>(w.to);
	w.next += WARPS * SLAB;
}

/* The range's first slabs are ordered, to a ring that is empty and at `at`. */
template <class S>
static __device__ low_walk begin_walk(S &step, const ring &at, const range &x,
				      const low_scales &c, const shape &p)
{
	int token = x.token + (int)threadIdx.x / 32 * SLAB;
	low_walk w = { x, token, 0, box_page(x.table, token, p), {}, at };

#pragma unroll 1
	for (int i = 0; i < S::STAGES; i++)
		order_slab(step, w, c, p);
	return w;
}

/*
 * step.attend() awaits and uses each slab, and leaves the ring empty at `at`.  STAGES
 * is at most AHEAD, so that the boxes known last are those of the slab that is next.
 */
template <class S>
static __device__ void attend_walk(S &step, ring &at, low_walk &w, const low_scales &c,
				   const shape &p)
{
	int token = w.x.token + (int)threadIdx.x / 32 * SLAB;
	low_box here = {};

	for (unsigned i = 0; token < w.x.end; token += WARPS * SLAB, i++) {
		if (i % AHEAD == 0)
			here = w.ahead;
		step.attend(at, w.x.end - token, here, (int)(i % AHEAD) * BOXES);
		__syncwarp();
		ring_next<S::STAGES>(at);
		order_slab(step, w, c, p);
	}
}

#endif
