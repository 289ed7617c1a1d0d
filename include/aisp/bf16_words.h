/* SPDX-License-Identifier: MIT
 *
 * bf16_words.h - two bf16 in a word, the first in the lower half; powers of two.
 */
#ifndef AISP_BF16_WORDS_H
#define AISP_BF16_WORDS_H

#include <aisp/cuda.h>

static __device__ float low(uint32_t word)
{
	return __uint_as_float(word << 16);
}

static __device__ float high(uint32_t word)
{
	return __uint_as_float(word & 0xffff0000);
}

/* Larger for larger numbers: negative ones count backwards; and back again. */
static __device__ uint32_t bf16_order(uint16_t x)
{
	return x ^ (x & 0x8000 ? 0xffffu : 0x8000u);
}

static __device__ float of_bf16_order(uint32_t order)
{
	return low(order ^ (order & 0x8000 ? 0x8000u : 0xffffu));
}

/* To nearest even. */
static __device__ uint32_t pack(float lo, float hi)
{
	uint32_t word;

	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(hi), "f"(lo));
	return word;
}

/* The halves of both words. */
static __device__ uint32_t add2(uint32_t a, uint32_t b)
{
	return pack(low(a) + low(b), high(a) + high(b));
}

/* Eight fp32, from an address that 16 divides. */
static __device__ void load8(float *x, const float *from)
{
	((float4 *)x)[0] = ((const float4 *)from)[0];
	((float4 *)x)[1] = ((const float4 *)from)[1];
}

/* Of x, by the special unit: off by 2 units in the last place; 0 below 2^-126. */
static __device__ float power_of_two(float x)
{
	asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
	return x;
}

#endif
