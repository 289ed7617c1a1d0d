/* SPDX-License-Identifier: MIT
 *
 * low_ring.h - a warp's slabs, of two boxes of 16 tokens each, and the scales of these:
 * a page may end between them.  After SLAB, as attend_range() of decode_warps.h.
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

/*
 * A warp's slabs of a range: every WARPS-th.  Its ring is empty before and after, and
 * goes on at stage `at`.  step.fetch() orders a slab of boxes to a stage;
 * step.attend() awaits and uses it.  STAGES is at most AHEAD, so that the boxes known
 * last are those of the slab that is next.
 */
template <class S>
static __device__ void attend_boxes(S &step, ring &at, const range &x,
				    const low_scales &c, const shape &p)
{
	const int stride = WARPS * SLAB;
	int token = x.token + (int)threadIdx.x / 32 * SLAB, next = token, n = 0;
	int later = box_page(x.table, token, p);
	low_box ahead = {}, here = {};
	ring to = at;

	for (int i = 0; token < x.end; token += stride, i++) {
		while (next < x.end && next < token + S::STAGES * stride) {
			if (n % AHEAD == 0) {
				ahead = box_of(later, x.head, next, c, p);
				later = box_page(x.table, next + AHEAD * stride, p);
			}
			step.fetch(to.stage, ahead.row, n++ % AHEAD * BOXES);
			ring_next<S::STAGES>(to);
			next += stride;
		}
		if (i % AHEAD == 0)
			here = ahead;
		step.attend(at, x.end - token, here, i % AHEAD * BOXES);
		__syncwarp();
		ring_next<S::STAGES>(at);
	}
}

#endif
