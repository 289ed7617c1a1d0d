/* SPDX-License-Identifier: MIT
 *
 * recipes_scale.h - the scale that brings a largest value as far up as it fits.
 */
#ifndef RECIPES_SCALE_H
#define RECIPES_SCALE_H

#include <aisp/float_bits.h>

/* The code of the least power of two such that max divided by it is at most 448; if max
 * is 0, the code of 1. */
AISP_HD static inline uint8_t scale_for(float max)
{
	/* 448 is 1.75 times 2^8: a fraction beyond that of 1.75 carries. */
	int code = (int)((aisp_bits_of_float(max) + 0x1fffff) >> 23) - 8;

	if (!(max > 0))
		return BIAS;
	code = code < BIAS - MOST_BITS ? BIAS - MOST_BITS : code;
	return (uint8_t)(code > BIAS + MOST_BITS ? BIAS + MOST_BITS : code);
}

#endif
