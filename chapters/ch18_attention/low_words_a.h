/* SPDX-License-Identifier: MIT
 *
 * low_words_a.h - codes of 8 and 4 bits in a word become two bf16, exactly, and rows of
 * them first operands of matrix instructions, whose 16 rows they fill; queries, of
 * which a group seldom has more than 8, are the second.  In which order the numbers of
 * a row are added up is free, and so is which row of a product is which number of a
 * value: each lane takes codes that are neighbours in memory.  After HEAD_DIM and the
 * formats.
 */
#ifndef LOW_WORDS_H
#define LOW_WORDS_H

#include "mma.h"

#define BOX 16 /* tokens, rows of a matrix product and of a copy */

template <int FORMAT> struct low_row {
	static constexpr int BYTES = FORMAT == INT4 ? HALF : HEAD_DIM;
	static constexpr int PIECES = BYTES / 16;
	static constexpr float UNIT = 1;
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
 * The codes in the lowest bits of both halves of a word, whatever lies above; of int4,
 * nibble PLACE of a byte.  128 + n is 0x4300 | n up to n = 127, and 256 is 0x4380.
 * Exponents of bf16 begin 120 earlier than those of e4m3: what is subnormal there is so
 * here, and multiplied all the same.
 */
template <int FORMAT, int PLACE = 0> static __device__ uint32_t two_of(uint32_t x)
{
	if (FORMAT == INT8)
		return subtract(put_in(x, 0x007f007f, 0x43004300),
				put_in(x, 0x00800080, 0x43004300));
	if (FORMAT == INT4)
		return subtract(put_in(x >> 4 * PLACE, 0x000f000f, 0x43004300),
				0x43084308);
	x = (x << 8 & 0x80008000) | (x << 4 & 0x07f007f0);
	asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(x) : "r"(x), "r"(0x7b807b80));
	return x;
}

/* Queries in tiles of 8, those from n on zeros, as second operands in the order of
 * score_low(): two words for each 16 numbers, of which a lane has 4 neighbours. */
template <int TILES>
static __device__ void load_low_rows(uint32_t (&q)[TILES][HEAD_DIM / 8],
				     const uint16_t *first, int n)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < TILES * HEAD_DIM / 16; i++) {
		int t = i % TILES, d = i / TILES, r = t * 8 + lane / 4;
		const uint16_t *at = first + r * HEAD_DIM + d * 16 + lane % 4 * 4;
		uint2 x = r < n ? *(const uint2 *)at : uint2{ 0, 0 };

		q[t][2 * d] = __byte_perm(x.x, x.y, 0x5410);
		q[t][2 * d + 1] = __byte_perm(x.x, x.y, 0x7632);
	}
}

/* Where the 16 bytes that a lane names of pieces c and c + 1 of a box lie, the copy
 * having spread them over all banks: words 0 and 2 of a load are then of its first
 * eight tokens, 2 and 3 of piece c + 1. */
template <int FORMAT>
static __device__ const uint8_t *pieces_at(const uint8_t *box, int c)
{
	constexpr int BYTES = low_row<FORMAT>::BYTES, PIECES = low_row<FORMAT>::PIECES;
	int row = threadIdx.x % 16, piece = c + threadIdx.x % 32 / 16;

	return box + row * BYTES + (piece ^ row * BYTES / 128 % PIECES) * 16;
}

/* s += q k^T, without the keys' scale, of step d: for each tile of 8 queries and, as
 * rows, the 16 keys of whose numbers the words x and y have codes. */
template <int FORMAT, int PLACE, int TILES, int N>
static __device__ void score_words(float (&s)[TILES][N],
				   const uint32_t (&q)[TILES][HEAD_DIM / 8], int box,
				   int d, uint32_t x, uint32_t y)
{
	uint32_t a[4] = { two_of<FORMAT, PLACE>(x), two_of<FORMAT, PLACE>(y),
			  two_of<FORMAT, PLACE>(x >> 8),
			  two_of<FORMAT, PLACE>(y >> 8) };

#pragma unroll
	for (int t = 0; t < TILES; t++)
		multiply(&s[t][4 * box], a, q[t][2 * d], q[t][2 * d + 1]);
}

/* Of N / 4 boxes of keys: s[t][4 * box + i], as matrix instructions leave it. */
template <int FORMAT, int TILES, int N>
static __device__ void score_low(float (&s)[TILES][N],
				 const uint32_t (&q)[TILES][HEAD_DIM / 8],
				 const uint8_t (*k)[BOX * low_row<FORMAT>::BYTES])
{
	constexpr int PIECES = low_row<FORMAT>::PIECES;

#pragma unroll
	for (int i = 0; i < TILES * N; i++)
		s[i / N][i % N] = 0;
#pragma unroll
	for (int c = 0; c < PIECES; c += 2) {
		uint32_t x[N / 4][4];

#pragma unroll
		for (int b = 0; b < N / 4; b++)
			aisp_load_matrices(x[b], pieces_at<FORMAT>(k[b], c));
#pragma unroll
		for (int i = 0; i < N / 2; i++) {
			int b = i % (N / 4), m = i / (N / 4);

			score_words<FORMAT, 0>(s, q, b, c + m, x[b][2 * m],
					       x[b][2 * m + 1]);
			if (FORMAT == INT4)
				score_words<FORMAT, 1>(s, q, b, PIECES + c + m,
						       x[b][2 * m], x[b][2 * m + 1]);
		}
	}
}

/* o += v^T w for the weights of a box of values and each tile of 8 queries: transposed
 * matrices of 16 bits have two numbers of two tokens in a word.  Rows r and r + 8 of
 * the product's tile are numbers 2 r and 2 r + 1 of the 16. */
template <int FORMAT, int PLACE, int TILES>
static __device__ void weigh_words(float (&o)[TILES][HEAD_DIM / 4], int tile,
				   const uint32_t (&w)[TILES][2], uint32_t x,
				   uint32_t y)
{
	uint32_t a[4] = { two_of<FORMAT, PLACE>(x), two_of<FORMAT, PLACE>(x >> 8),
			  two_of<FORMAT, PLACE>(y), two_of<FORMAT, PLACE>(y >> 8) };

#pragma unroll
	for (int t = 0; t < TILES; t++)
		multiply(&o[t][4 * tile], a, w[t][0], w[t][1]);
}

template <int FORMAT, int TILES>
static __device__ void weigh_low(float (&o)[TILES][HEAD_DIM / 4],
				 const uint32_t (&w)[TILES][2], const uint8_t *v)
{
	constexpr int PIECES = low_row<FORMAT>::PIECES;

#pragma unroll
	for (int c = 0; c < PIECES; c += 2) {
		uint32_t x[4];

		aisp_load_transposed(x, pieces_at<FORMAT>(v, c));
#pragma unroll
		for (int m = 0; m < 2; m++) {
			weigh_words<FORMAT, 0>(o, c + m, w, x[2 * m], x[2 * m + 1]);
			if (FORMAT == INT4)
				weigh_words<FORMAT, 1>(o, PIECES + c + m, w, x[2 * m],
						       x[2 * m + 1]);
		}
	}
}

#endif
