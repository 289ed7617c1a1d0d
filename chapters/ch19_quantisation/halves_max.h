/* SPDX-License-Identifier: MIT
 *
 * halves_max.h - the largest of numbers in bf16 that lanes of a warp hold, without
 * their signs.
 */
#ifndef HALVES_MAX_H
#define HALVES_MAX_H

#include <aisp/bf16_words.h>

/* The larger of each half; the bits of numbers without a sign are in their order. */
static __device__ uint32_t larger2(uint32_t a, uint32_t b)
{
	return __vmaxu2(a & 0x7fff7fff, b & 0x7fff7fff);
}

/* The largest of eight numbers per lane, in all of `lanes` (a power of two) lanes. */
static __device__ float max_of_lanes(uint4 v, int lanes)
{
	uint32_t most = larger2(larger2(v.x, v.y), larger2(v.z, v.w));

#pragma unroll
	for (int apart = 16; apart > 0; apart /= 2)
		if (apart < lanes)
			most = larger2(most, __shfl_xor_sync(~0u, most, apart));
	return low(max(most >> 16, most & 0xffff));
}

#endif
