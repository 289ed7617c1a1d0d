/* SPDX-License-Identifier: MIT
 *
 * mla_parts.h - equal pieces of all slabs of all sequences, and how the parts of a
 * sequence that several pieces share become one.
 */
#ifndef MLA_PARTS_H
#define MLA_PARTS_H

#include "softmax_rows.h"

#define SLAB 64 /* tokens */
#include "decode_row.h"

#define LEAST 2 /* slabs of a piece: below, it leaves more bytes than it reads */

/* Sums of a part of a head's tokens: weights are relative to 2^offset. */
struct part {
	float o[LATENT], offset, sum, unused[2];
};

static __device__ int piece_of(int slabs, int n_pieces)
{
	return max(LEAST, (slabs + n_pieces - 1) / n_pieces);
}

/* By a warp: slabs of the first n sequences. */
static __device__ int slabs_before(const int *length, int n)
{
	int slabs = 0;

	for (int i = threadIdx.x % 32; i < n; i += 32)
		slabs += slabs_of(length[i]);
	return __reduce_add_sync(~0u, slabs);
}

/* A sequence's part of each piece is a step to the next piece, the next sequence, or
 * both; it has one for each head. */
static __device__ part *part_at(part *parts, int sequence, int piece, int heads)
{
	return parts + (int64_t)(sequence + piece) * heads;
}

static __device__ float largest_offset(const part *parts, int n, int stride)
{
	float most = -INFINITY;

	for (int i = 0; i < n; i++)
		most = fmaxf(most, parts[(int64_t)i * stride].offset);
	return most;
}

/* n parts of a head, `stride` apart, as if of one: four numbers to a thread. */
static __device__ void merge(uint16_t *o, const part *parts, int n, int stride)
{
	float most = largest_offset(parts, n, stride), sum = 0;
	float4 all = {};

#pragma unroll 4
	for (int i = 0; i < n; i++) {
		const part &p = parts[(int64_t)i * stride];
		float4 x = *(const float4 *)&p.o[4 * threadIdx.x];
		float by = power_of_two(p.offset - most);

		all.x += x.x * by;
		all.y += x.y * by;
		all.z += x.z * by;
		all.w += x.w * by;
		sum += p.sum * by;
	}
	*(uint2 *)(o + 4 * threadIdx.x) = { pack(all.x / sum, all.y / sum),
					    pack(all.z / sum, all.w / sum) };
}

/* A block for each head of each sequence that more than one piece has a part of. */
static __global__ void __launch_bounds__(LATENT / 4)
	combine(uint16_t *restrict o, part *restrict parts, const int *restrict length,
		int n_pieces)
{
	int heads = gridDim.x, head = blockIdx.x, sequence = blockIdx.y;
	int piece = piece_of(slabs_before(length, gridDim.y), n_pieces);
	int start = slabs_before(length, sequence), first = start / piece;
	int last = (start + slabs_of(length[sequence]) - 1) / piece;

	if (last > first)
		merge(o + ((int64_t)sequence * heads + head) * LATENT,
		      part_at(parts, sequence, first, heads) + head, last - first + 1,
		      heads);
}

#endif
