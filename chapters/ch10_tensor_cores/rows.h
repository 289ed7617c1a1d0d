/* SPDX-License-Identifier: MIT
 *
 * rows.h - numbers of bf16 on a CPU without instructions for them.
 */
#ifndef ROWS_H
#define ROWS_H

#include <aisp/bf16_product.h>

/* Rounds to the nearest, ties to even; a NaN stays one. */
static inline uint16_t bf16_from_float(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	if (f != f)
		return (uint16_t)(bits >> 16 | 0x40);
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#endif
