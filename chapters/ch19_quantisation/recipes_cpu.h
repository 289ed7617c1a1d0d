/* SPDX-License-Identifier: MIT
 *
 * recipes_cpu.h - a run of elements to e4m3 by a scale, and the scale that brings a
 * largest value as far up as it fits.
 */
#ifndef RECIPES_CPU_H
#define RECIPES_CPU_H

#include "e4m3_cpu.h"

/* The code of the least power of two over which max is no more than 448; of nothing
 * that of 1. */
static uint8_t scale_for(float max)
{
	int code;

	if (!(max > 0))
		return BIAS;
	/* 448 is 1.75 times 2^8. */
	code = aisp_exponent_of((double)max / (double)E4M3_MAX * (2 - 0x1p-40)) + BIAS;
	code = code < BIAS - MOST_BITS ? BIAS - MOST_BITS : code;
	return (uint8_t)(code > BIAS + MOST_BITS ? BIAS + MOST_BITS : code);
}

/* All of the same scale. */
static void quantise_blocks(const struct aisp_io *io, int64_t block, int64_t n,
			    uint8_t scale)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data + block * BLOCK;

	quantise(x, n * BLOCK, power(BIAS - scale),
		 (uint8_t *)io->out[Q].data + block * BLOCK);
	memset((uint8_t *)io->out[SCALE].data + block, scale, (size_t)n);
}

static float max_of_blocks(const struct aisp_io *io, int64_t block, int64_t n)
{
	return max_of((const uint16_t *)io->in[0].data + block * BLOCK, n * BLOCK);
}

#endif
