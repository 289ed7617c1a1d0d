/* SPDX-License-Identifier: MIT
 *
 * bf16_cpu.h - between bf16 and fp32, in a form of which compilers make vectors.
 */
#ifndef AISP_BF16_CPU_H
#define AISP_BF16_CPU_H

#include <stdint.h>

static inline float from_bf16(uint16_t x)
{
	union {
		uint32_t bits;
		float f;
	} y = { (uint32_t)x << 16 };

	return y.f;
}

/* To nearest even. */
static inline uint16_t to_bf16(float x)
{
	union {
		float f;
		uint32_t bits;
	} y = { x };

	return (uint16_t)((y.bits + 0x7fff + (y.bits >> 16 & 1)) >> 16);
}

#endif
