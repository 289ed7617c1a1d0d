/* SPDX-License-Identifier: MIT
 *
 * instructions.h - instructions of GPUs that CUDA C has no name for.
 */
#ifndef AISP_INSTRUCTIONS_H
#define AISP_INSTRUCTIONS_H

#include <aisp/cuda.h>

/* A hint for copies of what nobody reads again: L2 parts with it first. */
static __device__ __forceinline__ uint64_t aisp_leaves_l2_first(void)
{
	uint64_t policy;

	asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
	return policy;
}

/* 1 / x to 1 ulp; 0 for infinite x, and subnormal numbers count as 0. */
static __device__ __forceinline__ float aisp_reciprocal(float x)
{
	asm("rcp.approx.ftz.f32 %0, %0;" : "+f"(x));
	return x;
}

#endif
