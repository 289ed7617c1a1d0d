/* SPDX-License-Identifier: MIT
 *
 * fill_bits.h - one element of each distribution, for compilers of CPUs and of
 * GPUs: integer arithmetic, one exact conversion, and roundings that both do alike.
 */
#ifndef AISP_FILL_BITS_H
#define AISP_FILL_BITS_H

#include <string.h>

#include "base/rng.h"

#ifdef __CUDA_ARCH__
#define AISP_POPCOUNT(x) __popcll(x)
#else
#define AISP_POPCOUNT(x) __builtin_popcountll(x)
#endif

AISP_HD static inline float aisp_float_of_bits(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/*
 * 64 coins have deviation 4; the dither, uniform in [-1/2, 1/2), fills the
 * gaps between the counts and adds 1/12 to the variance.
 */
AISP_HD static inline float aisp_normal_at(uint64_t key, uint64_t i)
{
	uint64_t coins = aisp_random_at(key, 2 * i);
	int32_t dither = (int32_t)(aisp_random_at(key, 2 * i + 1) >> 32);
	float x = (float)(AISP_POPCOUNT(coins) - 32) + (float)dither * 0x1p-32f;

	return x * 0.249351412f; /* 1 / sqrt(16 + 1/12) */
}

AISP_HD static inline float aisp_uniform_at(uint64_t key, uint64_t i)
{
	return (float)(aisp_random_at(key, i) >> 40) * 0x1p-24f;
}

/* The element itself, not made from its neighbour. */
AISP_HD static inline float aisp_adversarial_own(uint64_t r)
{
	uint32_t sign = (uint32_t)(r >> 63) << 31, mantissa = (uint32_t)r & 0x7fffff;
	uint32_t exponent = 107 + (uint32_t)(((r >> 32 & 0xffff) * 41) >> 16);

	switch (r >> 24 & 31) {
	case 0:
		return 0;
	case 1:
		return aisp_float_of_bits(sign | mantissa); /* subnormal */
	default:
		return aisp_float_of_bits(sign | exponent << 23 | mantissa);
	}
}

AISP_HD static inline float aisp_adversarial_at(uint64_t key, uint64_t i)
{
	uint64_t r = aisp_random_at(key, i), kind = r >> 24 & 31;

	if (i % 2 && kind >= 2 && kind <= 9) /* nearly cancels the one before */
		return -aisp_adversarial_own(aisp_random_at(key, i - 1)) *
		       (1 + 0x1p-12f);
	return aisp_adversarial_own(r);
}

/* Integers of AISP_FILL_REAL: small enough that sums of 2^20 stay exact in I32. */
AISP_HD static inline int32_t aisp_integer_at(uint64_t key, uint64_t i)
{
	return (int32_t)aisp_random_below(key, i, 256) - 128;
}

#endif
