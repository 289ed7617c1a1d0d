/* SPDX-License-Identifier: MIT
 *
 * Rounding by the GPU's own instructions, which take two numbers each (PTX ISA, cvt).
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_convert.h"

#include <aisp/bf16_words.h>

static __device__ uint32_t to_bf16(float lo, float hi)
{
	return pack(lo, hi);
}

static __device__ uint32_t to_e4m3(float lo, float hi)
{
	uint16_t codes;

	asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(codes) : "f"(hi), "f"(lo));
	return codes;
}

#include "convert_threads.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one instruction for two numbers",
	.run = run,
};
