/* SPDX-License-Identifier: MIT
 *
 * chunk_parts.h - merges the sums that several blocks have of a tile: the last block to
 * come adds all parts up, always in the same order.
 */
#ifndef CHUNK_PARTS_H
#define CHUNK_PARTS_H

#include "chunk_work.h"

/* A group's part of a tile, as its threads hold it: sums; offsets and weights' sums. */
struct part {
	float4 o[HEAD_DIM / 8][GROUP], rows[GROUP];
};

static_assert(2 * sizeof(part) == PART_BYTES, "the workspace has room for two groups");

/* Pieces left so far of the tiles that blocks share; back at 0 at the end. */
static __device__ unsigned n_left[2 * MOST_BLOCKS][2];

/* Each step in the row of work is to the next tile, the next block, or both. */
static __device__ part *part_at(part *parts, const chunk &c, const piece &x, int block,
				int group)
{
	return parts + 2 * (x.tile - c.n_whole + block) + group;
}

static __device__ void keep(part *p, const float (&o)[HEAD_DIM / 2], const rows &r)
{
	int t = threadIdx.x % GROUP;

#pragma unroll
	for (int i = 0; i < HEAD_DIM / 8; i++)
		p->o[i][t] = { o[4 * i], o[4 * i + 1], o[4 * i + 2], o[4 * i + 3] };
	p->rows[t] = { r.offset[0], r.offset[1], r.sum[0], r.sum[1] };
}

/* Parts of both groups follow each other: those of one are 2 apart. */
static __device__ void merge(float (&o)[HEAD_DIM / 2], rows &r, const part *p, int n)
{
	int t = threadIdx.x % GROUP;

	r = no_rows();
	for (int i = 0; i < n; i++) {
		float4 x = __ldcg(&p[2 * i].rows[t]);

		r.offset[0] = fmaxf(r.offset[0], x.x);
		r.offset[1] = fmaxf(r.offset[1], x.y);
	}
#pragma unroll
	for (int j = 0; j < HEAD_DIM / 2; j++)
		o[j] = 0;
	for (int i = 0; i < n; i++) {
		float4 x = __ldcg(&p[2 * i].rows[t]);
		float by[] = { power_of_two(x.x - r.offset[0]),
			       power_of_two(x.y - r.offset[1]) };

		r.sum[0] += x.z * by[0];
		r.sum[1] += x.w * by[1];
#pragma unroll
		for (int j = 0; j < HEAD_DIM / 8; j++) {
			float4 y = __ldcg(&p[2 * i].o[j][t]);

			o[4 * j] += y.x * by[0];
			o[4 * j + 1] += y.y * by[0];
			o[4 * j + 2] += y.z * by[1];
			o[4 * j + 3] += y.w * by[1];
		}
	}
}

/* Whether a thread of the n at barrier `id` has x. */
static __device__ bool named_any(int id, int n, bool x)
{
	uint32_t any;

	asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.u32 p, %3, 0;\n\t"
		     "bar.red.or.pred q, %1, %2, p;\n\tselp.u32 %0, 1, 0, q;\n\t}"
		     : "=r"(any)
		     : "r"(id), "r"(n), "r"((uint32_t)x)
		     : "memory");
	return any;
}

/* A group stores its part of a tile.  Returns true if all parts are there: o and r are
 * then those of the tile. */
static __device__ bool leave(float (&o)[HEAD_DIM / 2], rows &r, part *parts,
			     const chunk &c, const piece &x, int group)
{
	bool is_last = false;

	if (__all_sync(~0u, x.n == 1))
		return true;
	keep(part_at(parts, c, x, blockIdx.x, group), o, r);
	__threadfence();
	named_sync(3 + group, GROUP);
	if (threadIdx.x % GROUP == 0)
		is_last = atomicInc(&n_left[x.tile - c.n_whole][group],
				    (unsigned)x.n - 1) == (unsigned)x.n - 1;
	if (!__any_sync(~0u, named_any(3 + group, GROUP, is_last)))
		return false;
	__threadfence();
	merge(o, r, part_at(parts, c, x, x.first, group), x.n);
	return true;
}

#endif
