/* SPDX-License-Identifier: MIT
 *
 * fill_near.h - numbers that agree in all but their lowest bits, and stretches that
 * agree in all but one number.  A variant that sorts by the upper bits of keys, or that
 * compares records at a few places, is right for independent numbers, but not for
 * these.  For compilers of CPUs and of GPUs, like fill_bits.h.
 *
 * A fine level is a place between the least value (0) and the largest (2^64 - 1), of
 * which a type keeps the upper t->n_bits.
 */
#ifndef AISP_FILL_NEAR_H
#define AISP_FILL_NEAR_H

#include "fill_stretch.h"

/* How many of n_bits bits are low: up to half of them. */
AISP_HD static inline int aisp_n_low(uint64_t r, uint32_t n_bits)
{
	return 1 + (int)((r & 0xffff) * (n_bits / 2) >> 16);
}

/* What to change in a number, at its lowest bits; never 0. */
AISP_HD static inline uint64_t aisp_low_change(uint64_t r, uint32_t n_bits)
{
	return r >> (64 - aisp_n_low(r, n_bits)) | 1;
}

/*
 * All elements of a stretch lie around one number of five bits, evenly on both sides,
 * so that rounding errors of sums do not all have one sign.  None is beyond the ends.
 */
AISP_HD static inline uint64_t aisp_near_level(const struct aisp_stretch *t, uint64_t i)
{
	uint64_t how = aisp_random_at(t->bits, 4), r = aisp_random_at(t->key, i);
	uint64_t middle = (4 + (how >> 32) * 24 / (UINT64_C(1) << 32)) << 59;
	int n_low = aisp_n_low(how, t->n_bits);
	uint64_t low = (r >> (64 - n_low)) - (UINT64_C(1) << (n_low - 1));

	return middle + (low << (64 - t->n_bits));
}

/* The change of one byte, of those that the type keeps; never 0. */
AISP_HD static inline uint64_t aisp_twin_change(const struct aisp_stretch *t)
{
	uint64_t how = aisp_random_at(t->bits, 5);
	uint32_t n_bytes = t->n_bits / 8;

	if (n_bytes == 0)
		return UINT64_C(1) << 63;
	return (1 + (how >> 32) % 255) << (56 - 8 * (how % n_bytes));
}

/* Is element i the one in which its stretch differs from the others of its kind?  Half
 * of the stretches have none. */
AISP_HD static inline int aisp_is_other(const struct aisp_stretch *t, uint64_t i)
{
	return (t->bits & 16) && aisp_is_lone(t, i);
}

AISP_HD static inline uint64_t aisp_twin_level(const struct aisp_stretch *t, uint64_t i)
{
	uint64_t level = aisp_random_at(~t->key, i - t->first);

	return aisp_is_other(t, i) ? level ^ aisp_twin_change(t) : level;
}

AISP_HD static inline float aisp_twin_real(const struct aisp_stretch *t, uint64_t i)
{
	return aisp_is_other(t, i) ? aisp_normal_at(t->bits, 6)
				   : aisp_normal_at(~t->key, i - t->first);
}

/* Uniform, but an eighth of the neighbours differ in their lowest bits only. */
AISP_HD static inline uint64_t aisp_any_level(const struct aisp_stretch *t, uint64_t i)
{
	uint64_t r = aisp_random_at(t->key, i), change;

	if (i % 2 == 0 || r % 4)
		return r;
	change = aisp_low_change(aisp_random_at(~t->key, i), t->n_bits);
	return aisp_random_at(t->key, i - 1) ^ change << (64 - t->n_bits);
}

#endif
