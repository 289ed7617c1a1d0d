/* SPDX-License-Identifier: MIT
 *
 * route_gpu.h - a score and its expert in one whole number.
 */
#include <aisp/bf16_words.h>

/* Larger for larger scores, and of equal ones for the expert that comes first. */
static __device__ uint32_t packed_of(uint16_t score, int expert)
{
	return bf16_order(score) << 16 | (uint32_t)(0xffff - expert);
}

static __device__ int expert_of(uint32_t packed)
{
	return 0xffff - (int)(packed & 0xffff);
}

static __device__ float score_of(uint32_t packed)
{
	return of_bf16_order(packed >> 16);
}
