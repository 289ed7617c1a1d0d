/* SPDX-License-Identifier: MIT
 *
 * operand.h - random operands of each type, made on the GPU.
 *
 * Floats lie in [-1, 1), e4m3 in (-2, 2), so that sums stay finite; integers and
 * e2m1 take all their values.
 */
#ifndef OPERAND_H
#define OPERAND_H

#include "bench.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* A mask for four e4m3: exponents become at most 0, so that none is NaN. */
#define E4M3_FINITE 0xbfbfbfbfu

/* "lowbias32" by C. Wellons: every output bit depends on every input bit. */
static __device__ inline uint32_t random_bits(uint32_t x)
{
	x = (x ^ (x >> 16)) * 0x7feb352du;
	x = (x ^ (x >> 15)) * 0x846ca68bu;
	return x ^ (x >> 16);
}

static __device__ inline float random_float(uint32_t x)
{
	return (float)(int32_t)random_bits(x) * 0x1p-31f;
}

/* The x-th word of an array of such operands. */
template <int OP> __device__ inline uint32_t random_word(uint32_t x)
{
	uint32_t lo = 2 * x, hi = 2 * x + 1;

	if constexpr (OP == AISP_GPU_F32 || OP == AISP_GPU_TF32)
		return __float_as_uint(random_float(x));
	else if constexpr (OP == AISP_GPU_F64) /* the halves of a double */
		return x & 1 ? (uint32_t)__double2hiint(random_float(x))
			     : random_bits(x);
	else if constexpr (OP == AISP_GPU_F16)
		return __half_as_ushort(__float2half(random_float(lo))) |
		       (uint32_t)__half_as_ushort(__float2half(random_float(hi))) << 16;
	else if constexpr (OP == AISP_GPU_BF16)
		return __bfloat16_as_ushort(__float2bfloat16(random_float(lo))) |
		       (uint32_t)__bfloat16_as_ushort(
			       __float2bfloat16(random_float(hi)))
			       << 16;
	else if constexpr (OP == AISP_GPU_E4M3)
		return random_bits(x) & E4M3_FINITE;
	else
		return random_bits(x);
}

#endif
