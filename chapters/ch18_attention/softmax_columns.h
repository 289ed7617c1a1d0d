/* SPDX-License-Identifier: MIT
 *
 * softmax_columns.h - softmax_rows.h for transposed tiles: queries are columns, tokens
 * rows.  A thread has two queries of a tile, 2 (lane % 4) and the next, and of each box
 * of 16 tokens two: s[4 b + i] is of token 16 b + lane / 4 + i / 2 * 8 and of query
 * i % 2.  After HEAD_DIM.
 */
#ifndef SOFTMAX_COLUMNS_H
#define SOFTMAX_COLUMNS_H

#include "decode_parts.h"
#include "mma.h"

/* As mask(), of the first `left` tokens: compares and selects, fewer instructions than
 * would ask first whether any is behind those. */
template <int N> static __device__ void mask_columns(float (&s)[N], int left)
{
	left -= threadIdx.x % 32 / 4;
#pragma unroll
	for (int i = 0; i < N; i++)
		s[i] = i / 4 * 16 + i % 4 / 2 * 8 < left ? s[i] : -INFINITY;
}

/* Of a column, over the lanes that have it. */
static __device__ float column_max(float x)
{
#pragma unroll
	for (int lanes = 4; lanes < 32; lanes *= 2)
		x = fmaxf(x, __shfl_xor_sync(~0u, x, lanes));
	return x;
}

static __device__ float column_sum(float x)
{
#pragma unroll
	for (int lanes = 4; lanes < 32; lanes *= 2)
		x += __shfl_xor_sync(~0u, x, lanes);
	return x;
}

/* As take_powers(); sums are of a thread's own tokens. */
template <int N>
static __device__ void take_column_powers(float (&s)[N], rows &r, float (&by)[2],
					  const power &p)
{
#pragma unroll
	for (int h = 0; h < 2; h++) {
		float max = s[h], scale, offset, sum = 0;

#pragma unroll
		for (int i = h + 2; i < N; i += 2)
			max = fmaxf(max, s[i]);
		max = fmaxf(r.max[h], column_max(max));
		scale = fabsf(max) < p.coarse ? p.scale : 0.25f;
		offset = max * scale;
		by[h] = power_of_two(r.offset[h] - offset);
		r.max[h] = max;
		r.offset[h] = offset;
#pragma unroll
		for (int i = h; i < N; i += 2) {
			s[i] = power_of_two(fmaf(s[i], scale, -offset));
			sum += s[i];
		}
		r.sum[h] = r.sum[h] * by[h] + sum;
	}
}

/* Box b's weights as a second operand. */
template <int N>
static __device__ void pack_columns(uint32_t (&w)[2], const float (&s)[N], int b)
{
#pragma unroll
	for (int i = 0; i < 2; i++)
		w[i] = transposed(pack(s[4 * b + 2 * i], s[4 * b + 2 * i + 1]));
}

/* As keep_part(), of 8 queries: o[4 m + i] is number 16 m + lane / 4 * 2 + i / 2. */
static __device__ void keep_columns(part *to, const float (&o)[HEAD_DIM / 4],
				    const rows &r)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		part &at = to[lane % 4 * 2 + h];

		at.sum = column_sum(r.sum[h]);
		at.offset = r.offset[h];
#pragma unroll
		for (int m = 0; m < HEAD_DIM / 16; m++)
			*(float2 *)&at.o[m * 16 + lane / 4 * 2] =
				make_float2(o[4 * m + h], o[4 * m + 2 + h]);
	}
}

#endif
