/* SPDX-License-Identifier: MIT
 *
 * s8_wgmma.h - aisp_wgmma() of <aisp/hopper.h> for int8, whose sums are int32.
 */
#ifndef S8_WGMMA_H
#define S8_WGMMA_H

#include <aisp/hopper.h>

#define S8_D4(i)  "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define S8_D16(i) S8_D4(i), S8_D4(i + 4), S8_D4(i + 8), S8_D4(i + 12)
#define S8_D32(i) S8_D16(i), S8_D16(i + 16)
#define S8_D64    S8_D32(0), S8_D32(32)
#define S8_D96    S8_D64, S8_D32(64)
#define S8_WGMMA(shape, sums, a_, b_, p_, ...)                                         \
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %" #p_ ", 0;\n\t"           \
		     "wgmma.mma_async.sync.aligned." shape ".s32.s8.s8 {" sums         \
		     "}, %" #a_ ", %" #b_ ", p;\n\t}"                                  \
		     : __VA_ARGS__                                                     \
		     : "l"(a), "l"(b), "r"(is_sum))

/* d = a b or, if is_sum, d += a b, without waiting; d lies as that of aisp_wgmma(). */
template <int N>
static __device__ inline void s8_wgmma(int d[N / 2], uint64_t a, uint64_t b, int is_sum)
{
	if constexpr (N == 192)
		S8_WGMMA("m64n192k32", AISP_R96, 96, 97, 98, S8_D96);
	else if constexpr (N == 128)
		S8_WGMMA("m64n128k32", AISP_R64, 64, 65, 66, S8_D64);
	else
		static_assert(N == 0, "add this shape above");
}

#endif
