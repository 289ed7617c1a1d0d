/* SPDX-License-Identifier: MIT
 *
 * low_piece.h - take_piece() of decode_split.h, but a block orders the next head's
 * first slabs before it adds up what its warps have of the last one.
 */
#ifndef LOW_PIECE_H
#define LOW_PIECE_H

#include "decode_split.h"

static __device__ range range_of(const place &x, int n, const int *table,
				 const shape &p)
{
	return { table + (int64_t)x.sequence * p.pages, x.head, x.slab * SLAB,
		 min((x.slab + n) * SLAB, x.tokens) };
}

/* Where the block's part of a head lies. */
template <int N>
static __device__ void leave_piece(uint16_t *o, part *parts, const part (*warps)[N],
				   int group, int first, int last, const shape &p)
{
	leave(o + (int64_t)group * p.group * HEAD_DIM,
	      parts + (int64_t)(group + first) * p.group, warps, last - first + 1,
	      p.group, &n_left[group], parts + ((int64_t)group + blockIdx.x) * p.group);
}

/* step.begin(row, range) orders slabs, step.finish() uses all and leaves in warps[]
 * what the warp found out, which is not where slabs lie. */
template <class S, int N>
static __device__ void take_piece_ahead(uint16_t *o, part *parts,
					const part (*warps)[N], const int *table,
					const int *length, const shape &p, S &step)
{
	int total = find(INT_MAX, length, p.batch, p.heads, NULL);
	int piece = max(LEAST, (total + (int)gridDim.x - 1) / (int)gridDim.x);
	int begin = (int)blockIdx.x * piece, end = min(begin + piece, total);
	place x;

	if (begin >= end)
		return;
	find(begin, length, p.batch, p.heads, &x);
	step.begin(((int64_t)x.sequence * p.heads + x.head) * p.group,
		   range_of(x, min(x.slabs - x.slab, end - begin), table, p));
	while (begin < end) {
		int start = begin - x.slab, group = x.sequence * p.heads + x.head;
		int first = start / piece, last = (start + x.slabs - 1) / piece;

		step.finish();
		begin = start + x.slabs;
		x.slab = 0;
		if (++x.head == p.heads && begin < end)
			find(begin, length, p.batch, p.heads, &x);
		if (begin < end)
			step.begin(((int64_t)x.sequence * p.heads + x.head) * p.group,
				   range_of(x, min(x.slabs, end - begin), table, p));
		__syncthreads();
		leave_piece(o, parts, warps, group, first, last, p);
		__syncthreads(); /* the next parts come where these are */
	}
}

#endif
