/* SPDX-License-Identifier: MIT
 *
 * gemv_bf16.h - products of eight pairs of bf16.
 */
#ifndef GEMV_BF16_H
#define GEMV_BF16_H

#include <aisp/bf16_words.h>
#include <aisp/warp.h>

#define THREADS 256
#define WARPS   (THREADS / 32)

static __device__ float add_two(uint32_t a, uint32_t b, float sum)
{
	return fmaf(high(a), high(b), fmaf(low(a), low(b), sum));
}

static __device__ float add_eight(uint4 a, uint4 b, float sum)
{
	return add_two(a.x, b.x, add_two(a.y, b.y, sum)) +
	       add_two(a.z, b.z, add_two(a.w, b.w, 0));
}

#endif
