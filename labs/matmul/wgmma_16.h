/* SPDX-License-Identifier: MIT
 *
 * wgmma_16.h - the instruction of aisp/hopper.h for every multiple of 16 columns.
 */
#ifndef WGMMA_16_H
#define WGMMA_16_H

#include <aisp/hopper.h>

#define S10(t) /* %t0 to %t9, the last ones */                                         \
	"%" #t "0, %" #t "1, %" #t "2, %" #t "3, %" #t "4, %" #t "5, %" #t "6, %" #t   \
	"7, %" #t "8, %" #t "9"
#define S100 AISP_T60 AISP_T(6) AISP_T(7) AISP_T(8) AISP_T(9)
#define D96  AISP_D32(0), AISP_D32(32), AISP_D32(64)

#define WGMMA_OF(n, a_, b_, p_)                                                        \
	template <>                                                                    \
	__device__ inline void aisp_wgmma<AISP_WGMMA_BF16, n>(                         \
		float d[n / 2], uint64_t a, uint64_t b, int is_sum)                    \
	{                                                                              \
		AISP_WGMMA("m64n" #n "k16.f32.bf16.bf16", R_##n, D_##n, a_, b_, p_,    \
			   ", 1, 1, 0, 0");                                            \
	}

#define R_48 AISP_T() AISP_T(1) "%20, %21, %22, %23"
#define D_48 AISP_D16(0), AISP_D8(16)
#define R_80 AISP_T() AISP_T(1) AISP_T(2) S10(3)
#define D_80 AISP_D32(0), AISP_D8(32)
#define R_96                                                                           \
	AISP_T()                                                                       \
	AISP_T(1)                                                                      \
	AISP_T(2)                                                                      \
	AISP_T(3)                                                                      \
	"%40, %41, %42, %43, %44, %45, %46, "                                          \
	"%47"
#define D_96 AISP_D32(0), AISP_D16(32)
#define R_112                                                                          \
	AISP_T()                                                                       \
	AISP_T(1)                                                                      \
	AISP_T(2)                                                                      \
	AISP_T(3)                                                                      \
	AISP_T(4)                                                                      \
	"%50, %51, %52, %53, %54, "                                                    \
	"%55"
#define D_112 AISP_D32(0), AISP_D16(32), AISP_D8(48)
#define R_144 AISP_T60 AISP_T(6) "%70, %71"
#define D_144 AISP_D32(0), AISP_D32(32), AISP_D8(64)
#define R_160 AISP_T60 AISP_T(6) S10(7)
#define D_160 AISP_D32(0), AISP_D32(32), AISP_D16(64)
#define R_176 AISP_T60 AISP_T(6) AISP_T(7) "%80, %81, %82, %83, %84, %85, %86, %87"
#define D_176 AISP_D32(0), AISP_D32(32), AISP_D16(64), AISP_D8(80)
#define R_208 S100 "%100, %101, %102, %103"
#define D_208 D96, AISP_D8(96)
#define R_224 S100 AISP_T(10) "%110, %111"
#define D_224 D96, AISP_D16(96)
#define R_240 S100 AISP_T(10) S10(11)
#define D_240 D96, AISP_D16(96), AISP_D8(112)

WGMMA_OF(48, 24, 25, 26)
WGMMA_OF(80, 40, 41, 42)
WGMMA_OF(96, 48, 49, 50)
WGMMA_OF(112, 56, 57, 58)
WGMMA_OF(144, 72, 73, 74)
WGMMA_OF(160, 80, 81, 82)
WGMMA_OF(176, 88, 89, 90)
WGMMA_OF(208, 104, 105, 106)
WGMMA_OF(224, 112, 113, 114)
WGMMA_OF(240, 120, 121, 122)

#endif
