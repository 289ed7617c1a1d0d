/* SPDX-License-Identifier: MIT
 *
 * blocks_packed.h - on a GPU: a lane's part of eight packed rows, which is one or two
 * groups of four of them.  16 bytes that it loads are a word of each of its rows, so
 * that a word of x serves four, and nothing is added up across lanes before the end.
 */
#ifndef BLOCKS_PACKED_H
#define BLOCKS_PACKED_H

#include <cuda_fp16.h>

#define LANE_ROWS (TOGETHER / 2) /* of a lane */
#define ONES      0x01010101

/* Four numbers in the bytes of a word, a row each. */
static __device__ float4 bytes_of(uint32_t x)
{
	return { (float)(x & 255), (float)(x >> 8 & 255), (float)(x >> 16 & 255),
		 (float)(x >> 24) };
}

static __device__ float4 halves_at(const uint8_t *at)
{
	uint2 x = __ldg((const uint2 *)at);
	float2 a = __half22float2(*(const __half2 *)&x.x);
	float2 b = __half22float2(*(const __half2 *)&x.y);

	return { a.x, a.y, b.x, b.y };
}

static __device__ float4 times(float4 a, float4 b)
{
	return { a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w };
}

/* Sums of four rows, and what x's own numbers add up to. */
struct whole {
	int row[LANE_ROWS], x;
};

static __device__ void add_words(struct whole *s, uint4 w, uint32_t mask, int shift,
				 int x)
{
	s->row[0] = __dp4a((int)(w.x >> shift & mask), x, s->row[0]);
	s->row[1] = __dp4a((int)(w.y >> shift & mask), x, s->row[1]);
	s->row[2] = __dp4a((int)(w.z >> shift & mask), x, s->row[2]);
	s->row[3] = __dp4a((int)(w.w >> shift & mask), x, s->row[3]);
	s->x = __dp4a(ONES, x, s->x);
}

static __device__ void add_scaled(float (&sum)[LANE_ROWS], const struct whole &s,
				  float xs, float4 scale, float4 least)
{
	float x = xs * (float)s.x;

	sum[0] += xs * scale.x * (float)s.row[0] + least.x * x;
	sum[1] += xs * scale.y * (float)s.row[1] + least.y * x;
	sum[2] += xs * scale.z * (float)s.row[2] + least.z * x;
	sum[3] += xs * scale.w * (float)s.row[3] + least.w * x;
}

/* N words of each row, 32 bytes from one to the next: all are asked for at once. */
template <int N> static __device__ void load_words(uint4 (&w)[N], const uint8_t *at)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		w[i] = __ldcs((const uint4 *)(at + i * 32));
}

/*
 * add(): part `part` of a block, of the lower or the upper four rows, which begin 16
 * bytes apart in each 32 and 8 in each 16 halves; x and xs are those of the part.
 */
template <int F> struct packed;

template <> struct packed<Q8_0> {
	static constexpr int PARTS = 1, GROUPS = 1;

	static __device__ void add(float (&sum)[LANE_ROWS], const uint8_t *block, int,
				   int upper, const int *x, const float *xs)
	{
		uint4 w[8];
		struct whole s = { { 0 }, 0 };

		load_words(w, block + 16 + 16 * upper);
#pragma unroll
		for (int i = 0; i < 8; i++)
			add_words(&s, w[i], ~0u, 0, x[i]);
		add_scaled(sum, s, xs[0], halves_at(block + 8 * upper), {});
	}
};

template <> struct packed<Q4_1> {
	static constexpr int PARTS = 1, GROUPS = 1;

	static __device__ void add(float (&sum)[LANE_ROWS], const uint8_t *block, int,
				   int upper, const int *x, const float *xs)
	{
		uint4 w[4];
		struct whole s = { { 0 }, 0 };

		load_words(w, block + 32 + 16 * upper);
#pragma unroll
		for (int i = 0; i < 4; i++) {
			add_words(&s, w[i], 0x0f0f0f0f, 0, x[i]);
			add_words(&s, w[i], 0x0f0f0f0f, 4, x[i + 4]);
		}
		add_scaled(sum, s, xs[0], halves_at(block + 8 * upper),
			   halves_at(block + 16 + 8 * upper));
	}
};

/* A part is two groups, whose weights share bytes. */
template <> struct packed<Q4_K> {
	static constexpr int PARTS = 4, GROUPS = 2;

	/* Byte i of the scales, of four rows. */
	static __device__ uint32_t scales_at(const uint8_t *block, int i, int upper)
	{
		return __ldg((const uint32_t *)(block + 32 + 8 * i + 4 * upper));
	}
	static __device__ void add_group(float (&sum)[LANE_ROWS], const struct whole &s,
					 const uint8_t *block, int j, int upper,
					 float xs)
	{
		uint32_t own = scales_at(block, j, upper), scale = own, least;

		if (j < 4) {
			scale = own & 0x3f3f3f3f;
			least = scales_at(block, j + 4, upper) & 0x3f3f3f3f;
		} else {
			uint32_t both = scales_at(block, j + 4, upper);
			uint32_t before = scales_at(block, j - 4, upper);

			scale = (both & 0x0f0f0f0f) | (before >> 2 & 0x30303030);
			least = (both >> 4 & 0x0f0f0f0f) | (own >> 2 & 0x30303030);
		}
		add_scaled(
			sum, s, xs,
			times(halves_at(block + 8 * upper), bytes_of(scale)),
			times(times(halves_at(block + 16 + 8 * upper), bytes_of(least)),
			      { -1, -1, -1, -1 }));
	}
	static __device__ void add(float (&sum)[LANE_ROWS], const uint8_t *block,
				   int part, int upper, const int *x, const float *xs)
	{
		uint4 w[8];
		struct whole low = { { 0 }, 0 }, high = { { 0 }, 0 };

		load_words(w, block + 128 + 256 * part + 16 * upper);
#pragma unroll
		for (int i = 0; i < 8; i++) {
			add_words(&low, w[i], 0x0f0f0f0f, 0, x[i]);
			add_words(&high, w[i], 0x0f0f0f0f, 4, x[i + 8]);
		}
		add_group(sum, low, block, 2 * part, upper, xs[0]);
		add_group(sum, high, block, 2 * part + 1, upper, xs[1]);
	}
};

#endif
