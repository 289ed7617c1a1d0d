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

/* (x & mask) | bits, by an instruction. */
static __device__ uint32_t put_in(uint32_t x, uint32_t mask, uint32_t bits)
{
	uint32_t d;

	asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(d) : "r"(x), "r"(mask), "r"(bits));
	return d;
}

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
		return subtract(put_in(x, 0x007f007f, 0x43004300),
				put_in(x, 0x00800080, 0x43004300));
	if (FORMAT == INT4)
		return subtract(put_in(x, 0x000f000f, 0x43004300), 0x43084308);
	x = (x << 8 & 0x80008000) | (x << 4 & 0x07f007f0);
	asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(0x7b807b80));
	return d;
}

/* Where the four numbers of step d begin that a lane has of a row. */
static __device__ int step_at(int d)
{
	return d * 16 + threadIdx.x % 4 * 4;
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

/* Piece c, of 16 bytes, of a row of a slab: the copy has spread it over all banks. */
template <int FORMAT>
static __device__ const uint8_t *piece_at(const uint8_t *slab, int row, int c)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES;

	return slab + row * BYTES + (c ^ row * BYTES / 128 % (BYTES / 16)) * 16;
}

/* s = q k^T for 16 queries and 16 keys, without the keys' scale. */
template <int FORMAT>
static __device__ void score_low(float (&s)[8], const uint32_t (&q)[HEAD_DIM / 4],
				 const uint8_t *k)
{
	constexpr int PIECES = low_row<FORMAT>::BYTES / 16;
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < 8; i++)
		s[i] = 0;
#pragma unroll
	for (int j = 0; j < 2; j++) {
		uint32_t x[PIECES];

#pragma unroll
		for (int c = 0; c < PIECES; c += 4)
			aisp_load_matrices(x + c, piece_at<FORMAT>(k, j * 8 + lane % 8,
								   c + lane / 8));
#pragma unroll
		for (int d = 0; d < HEAD_DIM / 16; d++) {
			uint32_t word = x[d % PIECES] >> d / PIECES * 4;

			multiply(&s[4 * j], &q[4 * d], two_of<FORMAT>(word),
				 two_of<FORMAT>(word >> 8));
		}
	}
}

/* Columns of weigh_low()'s tiles: neighbours in memory belong to neighbouring tiles. */
struct low_order {
	static __device__ int column(int tile, int i)
	{
		return tile / 2 * 16 + i * 2 + tile % 2;
	}
};

/* o += w v for the weights of 16 queries and 16 values: transposed matrices of 16 bits
 * have two numbers of two tokens in a word. */
template <int FORMAT>
static __device__ void weigh_low(float (&o)[HEAD_DIM / 2], const uint32_t (&w)[4],
				 const uint8_t *v)
{
	constexpr int PIECES = low_row<FORMAT>::BYTES / 16;
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int c = 0; c < PIECES; c += 2) {
		uint32_t x[4];

		aisp_load_transposed(x, piece_at<FORMAT>(v, lane % 16, c + lane / 16));
#pragma unroll
		for (int i = 0; i < 4 * HEAD_DIM / 16 / PIECES; i++) {
			/* Of piece c or c + 1, the codes at this bit of a half. */
			int bit = i / 2 * (FORMAT == INT4 ? 4 : 8), m = i % 2;
			int tile = FORMAT == INT4
					   ? (i / 2 % 2 * PIECES + c + m) * 2 + i / 4
					   : (c + m) * 2 + i / 2;

			multiply(&o[4 * tile], w, two_of<FORMAT>(x[2 * m] >> bit),
				 two_of<FORMAT>(x[2 * m + 1] >> bit));
		}
	}
}

#endif
