/* SPDX-License-Identifier: MIT
 *
 * fill_stretch.h - the kinds of stretches of data with structure (fill_structure.h),
 * and the one number of a stretch that is far from all others.  For compilers of CPUs
 * and of GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_STRETCH_H
#define AISP_FILL_STRETCH_H

#include "fill_bits.h"

enum aisp_stretch_kind {
	AISP_STRETCH_ANY, /* like AISP_DIST_ADVERSARIAL; integers: uniform */
	AISP_STRETCH_LOW, /* negative; integers: in the lower half */
	AISP_STRETCH_HIGH,
	AISP_STRETCH_EQUAL,
	AISP_STRETCH_UP,
	AISP_STRETCH_DOWN,
	AISP_STRETCH_SMALL,
	AISP_STRETCH_LARGE,  /* integers: the least and the largest */
	AISP_STRETCH_SPARSE, /* zero, or the middle, but for one in 64 */
	AISP_STRETCH_FEW,    /* at most four values, so that a maximum is not unique */
	AISP_STRETCH_LONE,   /* as AISP_DIST_NORMAL but for one, which is far from them;
				integers: at an end */
	AISP_STRETCH_NEAR,   /* alike but for their lowest bits, in no order */
	AISP_STRETCH_TWIN,   /* like all others of this kind in the tensor, but for one
				number at most; as AISP_DIST_NORMAL, integers: uniform */
	AISP_STRETCH_COMB,   /* in the upper half at every 8th to 1024th place, else in
				the   lower: of the largest, one thread's share has all */
	AISP_N_STRETCHES
};

struct aisp_stretch {
	uint64_t key, bits;
	uint64_t first; /* modulo 2^64: the first stretch may begin before the tensor */
	uint64_t step;  /* between sorted levels */
	uint32_t kind, n_bits;
};

/* Is element i of a comb one of its teeth? */
AISP_HD static inline int aisp_is_tooth(const struct aisp_stretch *t, uint64_t i)
{
	uint64_t gap = UINT64_C(8) << (t->bits >> 9 & 7);

	return ((i - t->first) & (gap - 1)) == (t->bits >> 12 & (gap - 1));
}

/* Is element i the one that is far from the others? */
AISP_HD static inline int aisp_is_lone(const struct aisp_stretch *t, uint64_t i)
{
	return aisp_random_at(t->bits, 0) - (i - t->first) * t->step < t->step;
}

/* The result is 0 or 2^32 - 1. */
AISP_HD static inline uint32_t aisp_lone_level(const struct aisp_stretch *t)
{
	return t->bits >> 5 & 1 ? UINT32_MAX : 0;
}

/* The magnitude is from 2^4, beyond all numbers of AISP_DIST_NORMAL, to 2^19. */
AISP_HD static inline float aisp_lone_real(const struct aisp_stretch *t)
{
	uint32_t sign = (uint32_t)(t->bits >> 5 & 1) << 31;
	uint32_t exponent = 127 + 4 + (uint32_t)(t->bits >> 6 & 15);

	return aisp_float_of_bits(sign | exponent << 23);
}

#endif
