/* SPDX-License-Identifier: MIT
 *
 * low_words.h - codes of 8 and 4 bits in a word become two bf16, exactly, and rows of
 * them operands of matrix instructions.  In which order the numbers of a row are added
 * up is free, and so is which column of a product is which number of a value: each lane
 * takes codes that are neighbours in memory.  After HEAD_DIM and the formats.
 */
#ifndef LOW_WORDS_H
#define LOW_WORDS_H

#include "mma.h"

template <int FORMAT> struct low_row {
	static constexpr int BYTES = FORMAT == INT4 ? HALF : HEAD_DIM;
};

/* Of both halves. */
static __device__ uint32_t subtract(uint32_t x, uint32_t less)
{
	uint32_t d;

	asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(less));
	return d;
}

/*
 * The codes in the lowest bits of both halves of a word, whatever lies above.  128 + n
 * is 0x4300 | n up to n = 127, and 256 is 0x4380.  Exponents of bf16 begin 120 earlier
 * than those of e4m3: what is subnormal there is so here, and multiplied all the same.
 */
template <int FORMAT> static __device__ uint32_t two_of(uint32_t x)
{
	uint32_t d;

	if (FORMAT == INT8)
		return subtract((x & 0x007f007f) | 0x43004300,
				(x & 0x00800080) | 0x43004300);
	if (FORMAT == INT4)
		return subtract((x & 0x000f000f) | 0x43004300, 0x43084308);
	x = (x << 8 & 0x80008000) | (x << 4 & 0x07f007f0);
	asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(0x7b807b80));
	return d;
}

/* Where the four numbers of step d begin that a lane has of a row. */
static __device__ int step_at(int d)
{
	return d / 4 * HALF + threadIdx.x % 4 * 16 + d % 4 * 4;
}

/* As load_rows(), in the order of score_low(). */
static __device__ void load_low_rows(uint32_t (&q)[HEAD_DIM / 4], const uint16_t *first,
				     int n)
{
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 4; i++) {
		int r = threadIdx.x % 32 / 4 + i % 2 * 8;
		const uint16_t *at = first + r * HEAD_DIM + step_at(i / 4) + i % 4 / 2;

		q[i] = r < n ? at[0] | (uint32_t)at[2] << 16 : 0;
	}
}

/* s = q k^T for 16 queries and 16 keys, without the keys' scale. */
template <int FORMAT>
static __device__ void score_low(float (&s)[8], const uint32_t (&q)[HEAD_DIM / 4],
				 const uint8_t *k)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES;
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < 8; i++)
		s[i] = 0;
#pragma unroll
	for (int j = 0; j < 2; j++) {
		const uint8_t *row = k + (j * 8 + lane / 4) * BYTES + lane % 4 * 16;
		__align__(16) uint32_t x[BYTES / 16];

#pragma unroll
		for (int h = 0; h < BYTES / HALF; h++)
			((uint4 *)x)[h] = *(const uint4 *)(row + h * HALF);
#pragma unroll
		for (int d = 0; d < HEAD_DIM / 16; d++) {
			uint32_t word = FORMAT == INT4 ? x[d % 4] >> d / 4 * 4 : x[d];

			multiply(&s[4 * j], &q[4 * d], two_of<FORMAT>(word),
				 two_of<FORMAT>(word >> 8));
		}
	}
}

/* Columns of weigh_low()'s tiles: a lane has numbers that are neighbours. */
template <int FORMAT> struct low_order {
	static __device__ int column(int tile, int i)
	{
		return FORMAT == INT4 ? tile / 8 * HALF + i * 8 + tile % 8
				      : i * 16 + tile;
	}
};

/* o += w v for the weights of 16 queries and 16 values. */
template <int FORMAT>
static __device__ void weigh_low(float (&o)[HEAD_DIM / 2], const uint32_t (&w)[4],
				 const uint8_t *v)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES, OWN = BYTES / 8;
	int lane = threadIdx.x % 32;
	__align__(16) uint32_t x[4][OWN / 4];

#pragma unroll
	for (int t = 0; t < 4; t++) {
		int token = lane % 4 * 2 + t % 2 + t / 2 * 8;
		const uint8_t *at = v + token * BYTES + lane / 4 * OWN;

		if (FORMAT == INT4)
			*(uint2 *)x[t] = *(const uint2 *)at;
		else
			*(uint4 *)x[t] = *(const uint4 *)at;
	}
#pragma unroll
	for (int j = 0; j < HEAD_DIM / 8; j++) {
		int at = j % OWN, shift = j / OWN * 4;
		uint32_t byte = (uint32_t)(at % 4 | (4 + at % 4) << 8);
		uint32_t a = __byte_perm(x[0][at / 4], x[1][at / 4], byte);
		uint32_t b = __byte_perm(x[2][at / 4], x[3][at / 4], byte);

		multiply(&o[4 * j], w, two_of<FORMAT>(a >> shift),
			 two_of<FORMAT>(b >> shift));
	}
}

#endif
