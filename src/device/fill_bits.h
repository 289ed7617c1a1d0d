/* SPDX-License-Identifier: MIT
 *
 * fill_bits.h - one element of each distribution, for compilers of CPUs and of
 * GPUs: integer arithmetic, one exact conversion, and roundings that both do alike.
 */
#ifndef AISP_FILL_BITS_H
#define AISP_FILL_BITS_H

#include <aisp/float_bits.h>
#include <aisp/formats.h>

#include "base/rng.h"

/* CPU compilers vectorise this form. */
AISP_HD static inline uint32_t aisp_count_ones(uint32_t x)
{
#ifdef __CUDA_ARCH__
	return (uint32_t)__popc(x);
#else
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = (x + (x >> 4)) & 0x0f0f0f0f;
	x += x >> 8;
	x += x >> 16;
	return x & 63;
#endif
}

/*
 * 32 coins have deviation sqrt(8); the dither, uniform in [-1/2, 1/2), fills the
 * gaps between the counts and adds 1/12 to the variance.  In units of 2^-26.
 */
AISP_HD static inline float aisp_normal_of(uint64_t r)
{
	const uint32_t mean = (UINT32_C(16) << 26) + (1 << 25);
	uint32_t sum = (aisp_count_ones((uint32_t)r) << 26) + (uint32_t)(r >> 38);

	return (float)(int32_t)(sum - mean) *
	       (0.351726229f * 0x1p-26f); /* 1 / sqrt(8 + 1/12) */
}

AISP_HD static inline float aisp_normal_at(uint64_t key, uint64_t i)
{
	return aisp_normal_of(aisp_random_at(key, i));
}

AISP_HD static inline float aisp_uniform_of(uint64_t r)
{
	return (float)(int32_t)(r >> 40) * 0x1p-24f;
}

AISP_HD static inline float aisp_uniform_at(uint64_t key, uint64_t i)
{
	return aisp_uniform_of(aisp_random_at(key, i));
}

/* The element itself, not made from its neighbour: 0, a subnormal, or any. */
AISP_HD static inline float aisp_adversarial_own(uint64_t r)
{
	uint32_t high = (uint32_t)(r >> 32), low = (uint32_t)r;
	uint32_t sign = high >> 31 << 31, mantissa = low & 0x7fffff;
	uint32_t exponent = 107 + ((high & 0xffff) * 41 >> 16);
	uint32_t kind = low >> 24 & 31;
	uint32_t bits = sign | mantissa | (kind == 1 ? 0 : exponent << 23);

	return aisp_float_of_bits(kind ? bits : 0);
}

/* Is the second of two neighbours the first but for its lowest bits? */
AISP_HD static inline uint32_t aisp_is_near(uint32_t low)
{
	return (low >> 24 & 31) - 10 < 4;
}

/*
 * The second of two neighbours, which may nearly cancel the first, or differ from it in
 * the lowest 1 to 12 bits. `before` and `own` are the values drawn for the two, `low`
 * is its lower random word.  Bits are selected by masks, so that CPU compilers
 * vectorise it.
 */
AISP_HD static inline float aisp_adversarial_pair(float before, float own, uint32_t low)
{
	uint32_t kind = low >> 24 & 31, cancels = kind - 2 < 8 ? UINT32_MAX : 0;
	uint32_t is_near = aisp_is_near(low) ? UINT32_MAX : 0;
	uint32_t change = (low >> 8 & 0xfff) >> (low & 15) | 1;
	float opposite = -before * (1 + 0x1p-12f);

	return aisp_float_of_bits((aisp_bits_of_float(opposite) & cancels) |
				  ((aisp_bits_of_float(before) ^ change) & is_near) |
				  (aisp_bits_of_float(own) & ~(cancels | is_near)));
}

AISP_HD static inline float aisp_adversarial_at(uint64_t key, uint64_t i)
{
	uint64_t r = aisp_random_at(key, i);

	float own = aisp_adversarial_own(r);

	if (i % 2 == 0)
		return own;
	return aisp_adversarial_pair(aisp_adversarial_own(aisp_random_at(key, i - 1)),
				     own, (uint32_t)r);
}

/* Integers of AISP_FILL_REAL: small enough that sums of 2^20 stay exact in I32. */
AISP_HD static inline int32_t aisp_integer_of_bits(uint64_t r)
{
	return (int32_t)(r >> 56) - 128;
}

AISP_HD static inline int32_t aisp_integer_at(uint64_t key, uint64_t i)
{
	return aisp_integer_of_bits(aisp_random_at(key, i));
}

/* Converts such an integer for type t: 4-bit types keep its upper half; types without a
 * sign take its distance from the least (but not U8, which leaves out negative
 * numbers). */
AISP_HD static inline int32_t aisp_integer_of(enum aisp_dtype t, int32_t x)
{
	if (!aisp_is_signed(t) && t != AISP_U8)
		x += 128;
	return aisp_type_bits(t) == 4 ? x >> 4 : x;
}

/* Scales are positive; E5M2 gets its largest number instead of infinity. */
AISP_HD static inline float aisp_real_of(enum aisp_dtype t, float x)
{
	if (t == AISP_F8E5M2)
		return fminf(fmaxf(x, -57344.f), 57344.f);
	return t == AISP_E8M0 ? fabsf(x) : x;
}

/* Element i of an fp64 tensor, drawn as x: its last 29 bits, which no fp32 number has,
 * are random, so that a variant that reads only fp32 is found. 0 stays 0. */
AISP_HD static inline double aisp_wide_of(uint64_t key, uint64_t i, float x)
{
	double wide = (double)x;
	uint64_t bits;

	memcpy(&bits, &wide, sizeof(bits));
	bits |= aisp_random_at(~key, i) >> 35;
	memcpy(&wide, &bits, sizeof(wide));
	return x == 0 ? 0 : wide;
}

/* Element i of an adversarial fp64 tensor: neighbours that differ only in the lowest
 * bits differ in the last 1 to 26, behind those of fp32. 0 stays 0. */
AISP_HD static inline double aisp_adversarial_wide_at(uint64_t key, uint64_t i)
{
	uint64_t r = aisp_random_at(key, i), low = aisp_random_at(~key, i), bits;
	double before;

	if (i % 2 == 0 || !aisp_is_near((uint32_t)r))
		return aisp_wide_of(key, i, aisp_adversarial_at(key, i));
	before = aisp_wide_of(key, i - 1, aisp_adversarial_at(key, i - 1));
	memcpy(&bits, &before, sizeof(bits));
	bits ^= low >> (38 + (low & 0xff) * 26 / 256) | 1;
	if (before < 0 || before > 0)
		memcpy(&before, &bits, sizeof(bits));
	return before;
}

#endif
