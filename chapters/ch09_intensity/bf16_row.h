/* SPDX-License-Identifier: MIT
 *
 * bf16_row.h - rows of bf16 in the registers of a block, and the way there and
 * back.
 *
 * A thread holds PER_THREAD elements in pieces of WIDTH neighbours: 8, or 16 bytes,
 * where rows begin at multiples of 16 bytes; else 1.
 */
#ifndef BF16_ROW_H
#define BF16_ROW_H

#include <aisp/bf16_words.h>
#include <aisp/block_reduce.h>

#ifndef PER_THREAD /* a search chooses it */
#define PER_THREAD 32
#endif
#define MOST_THREADS (MOST_COLS / PER_THREAD)

/* Two elements to a word, the first in the lower half. */
struct row {
	uint32_t word[PER_THREAD / 2];
};

/* Where piece p of this thread begins. */
template <int WIDTH> static __device__ int piece_at(int p)
{
	return (p * (int)blockDim.x + (int)threadIdx.x) * WIDTH;
}

/* Elements behind the row's end are those of `filler`, a word. */
template <int WIDTH>
static __device__ row load_row(const uint16_t *x, int cols, uint32_t filler)
{
	row r;

#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = piece_at<WIDTH>(p);

		if constexpr (WIDTH == 8) {
			uint4 v = { filler, filler, filler, filler };

			if (j < cols)
				v = __ldg((const uint4 *)(x + j));
			r.word[4 * p] = v.x;
			r.word[4 * p + 1] = v.y;
			r.word[4 * p + 2] = v.z;
			r.word[4 * p + 3] = v.w;
		} else {
			uint32_t v = j < cols ? __ldg(x + j) : filler & 0xffff;

			r.word[p / 2] = p % 2 ? r.word[p / 2] | v << 16 : v;
		}
	}
	return r;
}

/*
 * Ordinary stores: with those marked as streaming (.cs) a normalisation took 1 to 2 %
 * longer (16384 x 8192, H200, CUDA 13.0).
 */
template <int WIDTH>
static __device__ void store_row(uint16_t *y, const row &r, int cols)
{
#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = piece_at<WIDTH>(p);

		if (j >= cols)
			break;
		if constexpr (WIDTH == 8)
			*(uint4 *)(y + j) =
				uint4{ r.word[4 * p], r.word[4 * p + 1],
				       r.word[4 * p + 2], r.word[4 * p + 3] };
		else
			y[j] = (uint16_t)(r.word[p / 2] >> p % 2 * 16);
	}
}

/* The threads of a block that holds a row. */
static unsigned row_threads(int64_t cols)
{
	return (unsigned)(32 * aisp_ceil_div(cols, 32 * PER_THREAD));
}

#endif
