/* SPDX-License-Identifier: MIT
 *
 * pairs_shapes.h - more shapes of wgmma: half an expert's tokens are seldom a power
 * of two, and each column that is multiplied in vain costs as much as one that is not.
 */
#ifndef PAIRS_SHAPES_H
#define PAIRS_SHAPES_H

#include <aisp/hopper.h>

#define T50 AISP_T() AISP_T(1) AISP_T(2) AISP_T(3) AISP_T(4)
#define R56 T50 "%50, %51, %52, %53, %54, %55"
#define R60 T50 "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59"
#define R68 AISP_T60 "%60, %61, %62, %63, %64, %65, %66, %67"
#define R80                                                                            \
	AISP_T60 AISP_T(6) "%70, %71, %72, %73, %74, %75, %76, %77, %78, "             \
			   "%79"
#define D56 AISP_D32(0), AISP_D16(32), AISP_D8(48)
#define D60 D56, AISP_D4(56)
#define D68 AISP_D64, AISP_D4(64)
#define D80 AISP_D64, AISP_D16(64)

/* Like aisp_wgmma, for bf16. */
template <int N>
static __device__ __forceinline__ void multiply_add(float d[N / 2], uint64_t a,
						    uint64_t b)
{
	constexpr int is_sum = 1;

	if constexpr (N == 112)
		AISP_WGMMA("m64n112k16.f32.bf16.bf16", R56, D56, 56, 57, 58,
			   ", 1, 1, 0, 0");
	else if constexpr (N == 120)
		AISP_WGMMA("m64n120k16.f32.bf16.bf16", R60, D60, 60, 61, 62,
			   ", 1, 1, 0, 0");
	else if constexpr (N == 136)
		AISP_WGMMA("m64n136k16.f32.bf16.bf16", R68, D68, 68, 69, 70,
			   ", 1, 1, 0, 0");
	else if constexpr (N == 144)
		AISP_WGMMA("m64n144k16.f32.bf16.bf16", AISP_R72, AISP_D72, 72, 73, 74,
			   ", 1, 1, 0, 0");
	else if constexpr (N == 160)
		AISP_WGMMA("m64n160k16.f32.bf16.bf16", R80, D80, 80, 81, 82,
			   ", 1, 1, 0, 0");
	else
		aisp_wgmma<AISP_WGMMA_BF16, N>(d, a, b, is_sum);
}

#endif
