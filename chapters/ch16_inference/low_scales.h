/* SPDX-License-Identifier: MIT
 *
 * low_scales.h - scales of weights, ahead of the products that they meet.
 */
#ifndef LOW_SCALES_H
#define LOW_SCALES_H

#include "low_formats.h"

/*
 * Scales of a lane's rows, `row` and row + 8, of four groups: of each row one by each
 * of the four lanes that have it, so that they come in one request, and those of the
 * next four groups ahead.
 */
template <class FORMAT> struct low_scales {
	const struct scales &s;
	int row, group;
	float now[2], next[2];

	__device__ void load(int first)
	{
		int g = first + threadIdx.x % 4;

#pragma unroll
		for (int i = 0; i < 2; i++) {
			int r = row + 8 * i;

			next[i] =
				g < s.groups && r < s.rows ? FORMAT::scale(s, r, g) : 0;
		}
	}
	__device__ low_scales(const struct scales &s_, int row_, int group_)
	    : s(s_), row(row_), group(group_)
	{
		load(group & ~3);
		step();
	}
	__device__ void step(void)
	{
		now[0] = next[0], now[1] = next[1];
		load((group & ~3) + 4);
	}
	/* Of the next group in turn. */
	__device__ float2 take(void)
	{
		int from = (threadIdx.x % 32 & ~3u) | (group & 3);
		float2 x = { __shfl_sync(~0u, now[0], from),
			     __shfl_sync(~0u, now[1], from) };

		if ((++group & 3) == 0)
			step();
		return x;
	}
};

#endif
