/* SPDX-License-Identifier: MIT
 *
 * alloc_draw.h - sizes and lives of the blocks of a training loop, made up.
 */
#ifndef ALLOC_DRAW_H
#define ALLOC_DRAW_H

#include <aisp/draw.h>
#include <math.h>

#define GRAIN 512                /* bytes: sizes and offsets are multiples */
#define MOST  ((int64_t)1 << 28) /* bytes of a block */

static double unit(uint64_t bits, int64_t i)
{
	return ((double)(aisp_draw(bits, (uint64_t)i) >> 11) + 0.5) * 0x1p-53;
}

/* Log-normal: a median of 64 KiB, times the relative length of the step's batch. */
static int64_t draw_size(uint64_t bits, int64_t i, double length)
{
	double normal = sqrt(-2 * log(unit(bits, 2 * i))) *
			cos(2 * M_PI * unit(bits, 2 * i + 1));
	double bytes = 65536 * exp(normal) * length;

	return GRAIN * (int64_t)ceil(fmin(bytes, (double)MOST - GRAIN) / GRAIN);
}

/* When block `place` of a step is given back, after the step's begin. */
static int64_t draw_end(int64_t place, int64_t step, uint64_t bits, uint64_t once)
{
	uint64_t kind = aisp_draw(bits, (uint64_t)place);
	int64_t soon = place + 1 + (int64_t)(aisp_draw(once, (uint64_t)place) % 8);

	if (kind % 64 == 0)
		return soon + step * (int64_t)(1 + kind / 64 % 4);
	if (place < step / 2)
		return kind & 1 ? step - place : soon;
	return kind % 4 == 1 ? step + soon % 16 : soon;
}

#endif
