/* SPDX-License-Identifier: MIT
 *
 * recipes_cpu.h - a run of elements to e4m3 by a scale, and their largest.
 */
#ifndef RECIPES_CPU_H
#define RECIPES_CPU_H

#include "e4m3_cpu.h"
#include "recipes_scale.h"

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
