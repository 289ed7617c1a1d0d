/* SPDX-License-Identifier: MIT
 *
 * cascade_join.h - parts of the prefix and own tokens become rows of attention.
 */
#ifndef CASCADE_JOIN_H
#define CASCADE_JOIN_H

#include "cascade_tile.h"

#define MERGE_WARPS 8
#define AT_ONCE     5 /* parts of a row that a lane reads before it adds them */

/* Parts [i, i + AT_ONCE) of a row, of n, added to what is known.  All are read before
 * the first is used. */
static __device__ void add_parts(lane_part &all, const part *parts, int i, int n,
				 int64_t stride)
{
	float max = all.offset, by;
	float2 of[AT_ONCE], none = { -INFINITY, 0 }; /* offset, sum */
	float4 o[AT_ONCE];

#pragma unroll
	for (int j = 0; j < AT_ONCE; j++) {
		const part *p = parts + (i + j) * stride;
		bool is_there = i + j < n;

		of[j] = is_there ? *(const float2 *)&p->offset : none;
		o[j] = is_there ? ((const float4 *)p->o)[threadIdx.x % 32] : float4{};
	}
#pragma unroll
	for (int j = 0; j < AT_ONCE; j++)
		max = fmaxf(max, of[j].x);
	by = power_of_two(all.offset - max);
	all = { { all.o.x * by, all.o.y * by, all.o.z * by, all.o.w * by },
		max,
		all.sum * by };
#pragma unroll
	for (int j = 0; j < AT_ONCE; j++) {
		by = power_of_two(of[j].x - max);
		all.o.x += o[j].x * by;
		all.o.y += o[j].y * by;
		all.o.z += o[j].z * by;
		all.o.w += o[j].w * by;
		all.sum += of[j].y * by;
	}
}

/* A block for each sequence and head, a warp for each row. */
static __global__ void __launch_bounds__(32 * MERGE_WARPS)
	join(uint16_t *restrict o, const prefix x, const shape p)
{
	int sequence = (int)blockIdx.x / p.heads, head = (int)blockIdx.x % p.heads;
	int64_t row = (int64_t)blockIdx.x * p.group, stride = p.heads * x.rows;

	cudaGridDependencySynchronize();
	for (int i = (int)threadIdx.x / 32; i < p.group; i += MERGE_WARPS) {
		const part *first =
			part_at(x, 0, head, sequence * p.group + i, p.heads);
		lane_part all = { {}, -INFINITY, 0 };

		for (int j = 0; j <= x.n_parts; j += AT_ONCE)
			add_parts(all, first, j, x.n_parts + 1, stride);
		store_part(o + (row + i) * HEAD_DIM, all);
	}
}

#endif
