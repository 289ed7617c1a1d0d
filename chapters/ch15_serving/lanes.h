/* SPDX-License-Identifier: MIT
 *
 * lanes.h - vectors whose lanes are columns of a product, and their transposition, for
 * each level of the instruction set (aisp/each_level.h).
 */
#define lanes AISP_AT(lanes)
#define pairs AISP_AT(pairs)

typedef float lanes __attribute__((vector_size(4 * AISP_LANES), may_alias));
typedef int32_t pairs __attribute__((vector_size(4 * AISP_LANES),
				     may_alias)); /* of bf16: two a lane */

/* Of two vectors, which of their lanes come to lane j: of a block of 2 d lanes the
 * first d of both, or the last. */
#define FIRSTS(d, j) (((j) & (d)) ? (j) - (d) + AISP_LANES : (j))
#define LASTS(d, j)  (((j) & (d)) ? (j) + AISP_LANES : (j) + (d))

#undef EACH
#define EACH_4(of, d, j) of(d, j), of(d, j + 1), of(d, j + 2), of(d, j + 3)
#if AISP_LANES == 16
#define EACH(of, d)                                                                    \
	EACH_4(of, d, 0), EACH_4(of, d, 4), EACH_4(of, d, 8), EACH_4(of, d, 12)
#elif AISP_LANES == 8
#define EACH(of, d) EACH_4(of, d, 0), EACH_4(of, d, 4)
#else
#define EACH(of, d) EACH_4(of, d, 0)
#endif

#define SWAP(m, d)                                                                     \
	_Pragma("GCC unroll 16") for (int i = 0; i < AISP_LANES; i++) if (!(i & (d)))  \
	{                                                                              \
		pairs a = (m)[i], b = (m)[i + (d)];                                    \
                                                                                       \
		(m)[i] = __builtin_shufflevector(a, b, EACH(FIRSTS, d));               \
		(m)[i + (d)] = __builtin_shufflevector(a, b, EACH(LASTS, d));          \
	}

/* Column becomes row (J. O. Eklundh, IEEE Transactions on Computers 21, 1972): blocks
 * of 8 change places, then of 4, 2 and 1. */
INLINE void AISP_AT(transpose_lanes)(pairs *m)
{
#if AISP_LANES > 8
	SWAP(m, 8)
#endif
#if AISP_LANES > 4
	SWAP(m, 4)
#endif
	SWAP(m, 2)
	SWAP(m, 1)
}
