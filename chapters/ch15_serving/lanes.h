/* SPDX-License-Identifier: MIT
 *
 * lanes.h - vectors of 16 numbers whose lanes are columns of a product, and their
 * transposition.
 */
#ifndef LANES_H
#define LANES_H

#include <stdint.h>

#define N_LANES 16

typedef float lanes __attribute__((vector_size(64), may_alias));
typedef int32_t pairs
	__attribute__((vector_size(64), may_alias)); /* of bf16: two a lane */

#define INLINE static inline __attribute__((always_inline))

/* Of two vectors, which of their lanes come to lane j: of a block of 2 d lanes the
 * first d of both, or the last. */
#define FIRSTS(d, j) (((j) & (d)) ? (j) - (d) + N_LANES : (j))
#define LASTS(d, j)  (((j) & (d)) ? (j) + N_LANES : (j) + (d))
#define EACH(of, d)                                                                    \
	of(d, 0), of(d, 1), of(d, 2), of(d, 3), of(d, 4), of(d, 5), of(d, 6),          \
		of(d, 7), of(d, 8), of(d, 9), of(d, 10), of(d, 11), of(d, 12),         \
		of(d, 13), of(d, 14), of(d, 15)
#define SWAP(m, d)                                                                     \
	_Pragma("GCC unroll 16") for (int i = 0; i < N_LANES; i++) if (!(i & (d)))     \
	{                                                                              \
		pairs a = (m)[i], b = (m)[i + (d)];                                    \
                                                                                       \
		(m)[i] = __builtin_shufflevector(a, b, EACH(FIRSTS, d));               \
		(m)[i + (d)] = __builtin_shufflevector(a, b, EACH(LASTS, d));          \
	}

/* Column becomes row (J. O. Eklundh, IEEE Transactions on Computers 21, 1972): blocks
 * of 8 change places, then of 4, 2 and 1. */
INLINE void transpose_lanes(pairs *m)
{
	SWAP(m, 8)
	SWAP(m, 4)
	SWAP(m, 2)
	SWAP(m, 1)
}

#endif
