/* SPDX-License-Identifier: MIT
 *
 * e4m3_gpu.h - numbers to e4m3 by the GPU's own instruction.
 */
#ifndef E4M3_GPU_H
#define E4M3_GPU_H

#include <aisp/bf16_words.h>
#include <cuda_fp8.h>

/* To nearest even, and no further than 448: the code of `lo` in the lower byte. */
static __device__ uint32_t to_e4m3(float lo, float hi)
{
	return __nv_cvt_float2_to_fp8x2(float2{ lo, hi }, __NV_SATFINITE, __NV_E4M3);
}

/* Two words of two bf16 to one of four codes. */
static __device__ uint32_t to_codes(uint32_t a, uint32_t b, float inverse)
{
	return to_e4m3(low(a) * inverse, high(a) * inverse) |
	       to_e4m3(low(b) * inverse, high(b) * inverse) << 16;
}

#endif
