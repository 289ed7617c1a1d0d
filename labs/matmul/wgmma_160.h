/* SPDX-License-Identifier: MIT
 *
 * wgmma_160.h - the instruction of aisp/hopper.h for tiles of 160 columns.
 */
#ifndef WGMMA_160_H
#define WGMMA_160_H

#include <aisp/hopper.h>

#define R80 AISP_T60 AISP_T(6) "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79"
#define D80 AISP_D32(0), AISP_D32(32), AISP_D8(64), AISP_D8(72)

template <>
__device__ inline void aisp_wgmma<AISP_WGMMA_BF16, 160>(float d[80], uint64_t a,
							uint64_t b, int is_sum)
{
	AISP_WGMMA("m64n160k16.f32.bf16.bf16", R80, D80, 80, 81, 82, ", 1, 1, 0, 0");
}

#endif
