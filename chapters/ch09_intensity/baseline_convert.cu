/* SPDX-License-Identifier: MIT
 *
 * Rounding by integers, as portable code does it: add just below half of what the last
 * bit that stays is worth, and that bit itself; then cut off the rest.
 */
#include "workload_convert.h"

#include <aisp/cuda.h>

static __device__ uint32_t round_bf16(float x)
{
	uint32_t bits = __float_as_uint(x);

	return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

/* To what is less than 2^-6 a number is added whose unit in the last place is e4m3's
 * smallest number. */
static __device__ uint32_t round_e4m3(float x)
{
	uint32_t sign = __float_as_uint(x) >> 24 & 0x80;
	float a = fminf(fabsf(x), 448), shift = 0x1p14f;
	uint32_t bits = __float_as_uint(a);

	if (a < 0x1p-6f)
		return sign | (__float_as_uint(a + shift) - __float_as_uint(shift));
	return sign | (bits + 0x7ffff + (bits >> 20 & 1) - (120u << 23)) >> 20;
}

static __device__ uint32_t to_bf16(float lo, float hi)
{
	return round_bf16(lo) | round_bf16(hi) << 16;
}

static __device__ uint32_t to_e4m3(float lo, float hi)
{
	return round_e4m3(lo) | round_e4m3(hi) << 8;
}

#include "convert_threads.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "rounding by integers",
	.run = run,
};
