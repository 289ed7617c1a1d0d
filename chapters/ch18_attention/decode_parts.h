/* SPDX-License-Identifier: MIT
 *
 * decode_parts.h - partial results of the same queries that warps and blocks have, each
 * from its own tokens, and how they are merged (T. Dao et al., Flash-Decoding, 2023).
 * After HEAD_DIM.
 */
#ifndef DECODE_PARTS_H
#define DECODE_PARTS_H

#include "softmax_rows.h"

/* Sums of a part of a row: weights are relative to 2^offset. */
struct part {
	float o[HEAD_DIM], offset, sum, unused[2];
};

static __device__ void keep_part(part *to, const float (&o)[HEAD_DIM / 2],
				 const rows &r)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		float sum = r.sum[h] + __shfl_xor_sync(~0u, r.sum[h], 1);

		sum += __shfl_xor_sync(~0u, sum, 2);
		to[lane / 4 + h * 8].sum = sum;
		to[lane / 4 + h * 8].offset = r.offset[h];
	}
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i++)
		to[lane / 4 + i % 4 / 2 * 8].o[i / 4 * 8 + lane % 4 * 2 + i % 2] = o[i];
}

/* A lane's part of a row: four numbers from 4 * lane on. */
struct lane_part {
	float4 o;
	float offset, sum;
};

/* A warp merges n parts of a row, `stride` parts apart. */
static __device__ lane_part merge(const part *parts, int n, int stride)
{
	int lane = threadIdx.x % 32;
	lane_part all = { {}, -INFINITY, 0 };

	for (int i = lane; i < n; i += 32)
		all.offset = fmaxf(all.offset, parts[i * stride].offset);
	for (int half = 16; half > 0; half /= 2)
		all.offset = fmaxf(all.offset, __shfl_xor_sync(~0u, all.offset, half));
#pragma unroll 4
	for (int i = 0; i < n; i++) {
		const part &p = parts[i * stride];
		float4 o = *(const float4 *)&p.o[4 * lane];
		float by = power_of_two(p.offset - all.offset);

		all.o.x += o.x * by;
		all.o.y += o.y * by;
		all.o.z += o.z * by;
		all.o.w += o.w * by;
		all.sum += p.sum * by;
	}
	return all;
}

static __device__ void store_part(uint16_t *o, const lane_part &p)
{
	uint2 four = { pack(p.o.x / p.sum, p.o.y / p.sum),
		       pack(p.o.z / p.sum, p.o.w / p.sum) };

	*(uint2 *)(o + threadIdx.x % 32 * 4) = four;
}

#endif
