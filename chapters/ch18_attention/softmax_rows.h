/* SPDX-License-Identifier: MIT
 *
 * softmax_rows.h - softmax of scores in the registers of a warp, tile after tile (M.
 * Milakov and N. Gimelshein, arXiv:1805.02867).
 *
 * A thread has two rows of a tile's scores, as matrix instructions leave them: s[4 i],
 * s[4 i + 1] of row lane / 4 and s[4 i + 2], s[4 i + 3] of the row 8 below, in
 * columns 8 i + 2 (lane % 4) and the one after.
 */
#ifndef SOFTMAX_ROWS_H
#define SOFTMAX_ROWS_H

#include "boxes.h"

/* Scores become exponents of 2. */
struct power {
	float scale;  /* log2(e) / sqrt(dim) */
	float coarse; /* scores from here on have no fraction left when scaled */
};

static power power_of_scores(int dim)
{
	float scale = 0x1.715476p0f / sqrtf((float)dim);

	return { scale, 0x1p29f / scale };
}

/* The softmax so far: weights are relative to 2^offset; a sum is of a thread's own
 * columns. */
struct rows {
	float max[2], offset[2], sum[2];
};

static __device__ inline rows no_rows(void)
{
	return { { -INFINITY, -INFINITY }, { -INFINITY, -INFINITY }, { 0, 0 } };
}

/*
 * Scores become weights 2^(score * scale - offset); by[] is what that does to sums
 * that were taken relative to the offset before.  Where the product of the largest
 * score and scale has no fraction bits left, its rounding could be anything: there
 * scale becomes 1/4, which multiplies exactly, and weights are 1 or next to 0 anyway.
 * Each row needs a finite score in its first tile.
 */
template <int N>
static __device__ inline void take_powers(float (&s)[N], rows &r, float (&by)[2],
					  const power &p)
{
#pragma unroll
	for (int h = 0; h < 2; h++) {
		float max = r.max[h], scale, offset, sum = 0;

#pragma unroll
		for (int i = 2 * h; i < N; i += 4)
			max = fmaxf(max, fmaxf(s[i], s[i + 1]));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 1));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 2));
		scale = fabsf(max) < p.coarse ? p.scale : 0.25f;
		offset = max * scale;
		by[h] = power_of_two(r.offset[h] - offset);
		r.max[h] = max;
		r.offset[h] = offset;
#pragma unroll
		for (int i = 2 * h; i < N; i += 4) {
			s[i] = power_of_two(fmaf(s[i], scale, -offset));
			s[i + 1] = power_of_two(fmaf(s[i + 1], scale, -offset));
			sum += s[i] + s[i + 1];
		}
		r.sum[h] = r.sum[h] * by[h] + sum;
	}
}

/*
 * Scores become -infinity in columns from `end` on and, if is_causal, in those behind
 * their row.  row and column are those of the warp's first score.
 */
template <int N>
static __device__ inline void mask(float (&s)[N], int row, int column, int end,
				   int is_causal)
{
	row += threadIdx.x % 32 / 4;
	column += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i++) {
		int x = column + i / 4 * 8 + i % 2;

		if (x >= end || (is_causal && x > row + i % 4 / 2 * 8))
			s[i] = -INFINITY;
	}
}

/* Sums of values, by what take_powers() found.  Once the maxima have settled, hardly a
 * tile changes them. */
template <int N>
static __device__ inline void rescale(float (&o)[N], const float (&by)[2])
{
	if (__all_sync(~0u, by[0] == 1 && by[1] == 1))
		return;
#pragma unroll
	for (int i = 0; i < N; i++)
		o[i] *= by[i % 4 / 2];
}

/* As the first operand of matrix instructions wants them: four words for 16 columns. */
template <int N>
static __device__ inline void pack_weights(uint32_t (&w)[N / 2], const float (&s)[N])
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		w[i] = pack(s[2 * i], s[2 * i + 1]);
}

/* The sums become the factors that make the weights add up to 1. */
static __device__ inline void finish(rows &r)
{
#pragma unroll
	for (int h = 0; h < 2; h++) {
		r.sum[h] += __shfl_xor_sync(~0u, r.sum[h], 1);
		r.sum[h] += __shfl_xor_sync(~0u, r.sum[h], 2);
		r.sum[h] = 1 / r.sum[h];
	}
}

#endif
