/* SPDX-License-Identifier: MIT
 *
 * fill_bits.h - one element of each distribution, for compilers of CPUs and of
 * GPUs: integer arithmetic, one exact conversion, and roundings that both do alike.
 */
#ifndef AISP_FILL_BITS_H
#define AISP_FILL_BITS_H

#include <aisp/formats.h>

#include "base/rng.h"

/*
 * The ones among the lower 32 bits, of x without others.  A CPU's compilers make
 * vectors of this, of words as wide as those that it is done with.
 */
AISP_HD static inline uint64_t aisp_count_ones(uint64_t x)
{
#ifdef __CUDA_ARCH__
	return __popc((uint32_t)x);
#else
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = (x + (x >> 4)) & 0x0f0f0f0f;
	x += x >> 8;
	x += x >> 16;
	return x & 63;
#endif
}

AISP_HD static inline float aisp_float_of_bits(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/*
 * 32 coins have deviation sqrt(8); the dither, uniform in [-1/2, 1/2), fills the
 * gaps between the counts and adds 1/12 to the variance.  In units of 2^-26.
 */
AISP_HD static inline float aisp_normal_at(uint64_t key, uint64_t i)
{
	const int64_t mean = (INT64_C(16) << 26) + (1 << 25);
	uint64_t r = aisp_random_at(key, i);
	uint64_t sum = (aisp_count_ones(r & 0xffffffff) << 26) + (r >> 38);

	return (float)(int32_t)((int64_t)sum - mean) *
	       (0.351726229f * 0x1p-26f); /* 1 / sqrt(8 + 1/12) */
}

AISP_HD static inline float aisp_uniform_at(uint64_t key, uint64_t i)
{
	return (float)(aisp_random_at(key, i) >> 40) * 0x1p-24f;
}

/* The element itself, not made from its neighbour: 0, a subnormal, or any. */
AISP_HD static inline float aisp_adversarial_own(uint64_t r)
{
	uint32_t sign = (uint32_t)(r >> 63) << 31, mantissa = (uint32_t)r & 0x7fffff;
	uint32_t exponent = 107 + (uint32_t)(((r >> 32 & 0xffff) * 41) >> 16);
	uint32_t kind = (uint32_t)r >> 24 & 31;
	uint32_t bits = sign | mantissa | (kind == 1 ? 0 : exponent << 23);

	return aisp_float_of_bits(kind ? bits : 0);
}

/* Two neighbours, the second of which may nearly cancel the first. */
AISP_HD static inline float aisp_adversarial_of(uint64_t before, uint64_t r)
{
	uint32_t kind = (uint32_t)r >> 24 & 31;
	float cancels = -aisp_adversarial_own(before) * (1 + 0x1p-12f);

	return kind >= 2 && kind <= 9 ? cancels : aisp_adversarial_own(r);
}

AISP_HD static inline float aisp_adversarial_at(uint64_t key, uint64_t i)
{
	uint64_t r = aisp_random_at(key, i);

	return i % 2 ? aisp_adversarial_of(aisp_random_at(key, i - 1), r)
		     : aisp_adversarial_own(r);
}

/* Integers of AISP_FILL_REAL: small enough that sums of 2^20 stay exact in I32. */
AISP_HD static inline int32_t aisp_integer_at(uint64_t key, uint64_t i)
{
	return (int32_t)aisp_random_below(key, i, 256) - 128;
}

/* Of such an integer, what an element of type t holds: of 4 bits its upper half, of
 * types without a sign (but for U8, which leaves out what is negative) its distance
 * from the least. */
AISP_HD static inline int32_t aisp_integer_of(enum aisp_dtype t, int32_t x)
{
	if (!aisp_is_signed(t) && t != AISP_U8)
		x += 128;
	return aisp_type_bits(t) == 4 ? x >> 4 : x;
}

/* A scale is positive, and what E5M2 would make infinite its largest number. */
AISP_HD static inline float aisp_real_of(enum aisp_dtype t, float x)
{
	if (t == AISP_F8E5M2)
		return fminf(fmaxf(x, -57344.f), 57344.f);
	return t == AISP_E8M0 ? fabsf(x) : x;
}

/* Element i of a tensor in fp64, drawn as x: its last 29 bits, which no fp32 number
 * has, are random, so that what reads less than all of it shows.  0 stays 0. */
AISP_HD static inline double aisp_wide_of(uint64_t key, uint64_t i, float x)
{
	double wide = (double)x;
	uint64_t bits;

	memcpy(&bits, &wide, sizeof(bits));
	bits |= aisp_random_at(~key, i) >> 35;
	memcpy(&wide, &bits, sizeof(wide));
	return x == 0 ? 0 : wide;
}

#endif
