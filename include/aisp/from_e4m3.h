/* SPDX-License-Identifier: MIT
 *
 * from_e4m3.h - a number in e4m3 as fp32, in a form of which compilers make vectors.
 */
#ifndef AISP_FROM_E4M3_H
#define AISP_FROM_E4M3_H

#include <aisp/float_bits.h>

/*
 * Exponent and fraction in their places of an fp32, whose exponents begin 120 earlier.
 * A subnormal number gets the leading one that it lacks, which is then taken away: it
 * never is a subnormal fp32, over which some processors take a hundred times as long.
 */
static inline float aisp_from_e4m3(uint8_t code)
{
	uint32_t bits = (uint32_t)(code & 0x7f) << 20, is_small = bits < 1u << 23;
	float x = aisp_float_of_bits(bits + ((120 + is_small) << 23)) -
		  (is_small ? 0x1p-6f : 0);

	return aisp_float_of_bits(aisp_bits_of_float(x) | (uint32_t)(code & 0x80)
								  << 24);
}

#endif
