/* SPDX-License-Identifier: MIT
 *
 * long_rows.h - what a softmax knows of a part of a row, and eight of its elements at a
 * time.
 */
#ifndef LONG_ROWS_H
#define LONG_ROWS_H

#include <aisp/bf16_words.h>
#include <aisp/block_reduce.h>

#define LOG2_E  0x1.715476p0f
#define NOTHING 0xff80ff80u /* twice -infinity: its power is 0 */
#define PIECE   8

/* The largest element times LOG2_E, and the sum of powers that are relative to it. */
struct share {
	float max, sum;
};

/* Words of a part of a row that ends at `end`; NOTHING behind it. */
template <bool IS_WHOLE>
static __device__ uint4 load_piece(const uint16_t *x, int j, int end)
{
	uint32_t word[PIECE / 2] = { NOTHING, NOTHING, NOTHING, NOTHING };

	if constexpr (IS_WHOLE) {
		if (j < end)
			return *(const uint4 *)(x + j);
	} else {
#pragma unroll
		for (int k = 0; k < PIECE; k++)
			if (j + k < end)
				word[k / 2] = __byte_perm(word[k / 2], x[j + k],
							  k % 2 ? 0x5410 : 0x3254);
	}
	return { word[0], word[1], word[2], word[3] };
}

template <bool IS_WHOLE>
static __device__ void store_piece(uint16_t *y, int j, int end, uint4 v)
{
	const uint32_t word[] = { v.x, v.y, v.z, v.w };

	if constexpr (IS_WHOLE) {
		if (j < end)
			*(uint4 *)(y + j) = v;
	} else {
#pragma unroll
		for (int k = 0; k < PIECE; k++)
			if (j + k < end)
				y[j + k] = (uint16_t)(word[k / 2] >> k % 2 * 16);
	}
}

static __device__ float max_of_word(uint32_t v)
{
	return fmaxf(low(v), high(v));
}

static __device__ float max_of_piece(uint4 v)
{
	return fmaxf(fmaxf(max_of_word(v.x), max_of_word(v.y)),
		     fmaxf(max_of_word(v.z), max_of_word(v.w)));
}

/* Powers of the two, relative to `max`; no fused operation, which would round the
 * largest element otherwise than `max` is. */
static __device__ float2 powers(uint32_t v, float max)
{
	return { power_of_two(__fmul_rn(low(v), LOG2_E) - max),
		 power_of_two(__fmul_rn(high(v), LOG2_E) - max) };
}

static __device__ float sum_of_word(uint32_t v, float max)
{
	float2 p = powers(v, max);

	return p.x + p.y;
}

static __device__ float sum_of_piece(uint4 v, float max)
{
	return (sum_of_word(v.x, max) + sum_of_word(v.y, max)) +
	       (sum_of_word(v.z, max) + sum_of_word(v.w, max));
}

static __device__ uint32_t divide_word(uint32_t v, float max, float inverse)
{
	float2 p = powers(v, max);

	return pack(p.x * inverse, p.y * inverse);
}

static __device__ uint4 divide_piece(uint4 v, float max, float inverse)
{
	return { divide_word(v.x, max, inverse), divide_word(v.y, max, inverse),
		 divide_word(v.z, max, inverse), divide_word(v.w, max, inverse) };
}

/* One part with both; a part of nothing has the maximum -infinity. */
static __device__ struct share join(struct share a, struct share b)
{
	float max = fmaxf(a.max, b.max);

	if (max == -INFINITY)
		return a;
	return { max, a.sum * power_of_two(a.max - max) +
			      b.sum * power_of_two(b.max - max) };
}

#endif
