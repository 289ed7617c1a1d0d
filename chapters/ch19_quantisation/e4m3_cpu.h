/* SPDX-License-Identifier: MIT
 *
 * e4m3_cpu.h - bf16 and fp32 to e4m3, in forms of which compilers make vectors: no
 * element takes a branch.
 */
#ifndef E4M3_CPU_H
#define E4M3_CPU_H

#include <aisp/clones.h>
#include <aisp/float_bits.h>

/*
 * A number of 2^-6 and more loses 20 bits of its fraction, and 120 of its exponent.  To
 * a smaller one 2^14 is added, whose unit in the last place is e4m3's smallest number.
 */
static inline uint8_t to_e4m3(float x)
{
	uint32_t sign = aisp_bits_of_float(x) >> 24 & 0x80,
		 bits = aisp_bits_of_float(x) & 0x7fffffff;
	uint32_t most = aisp_bits_of_float(E4M3_MAX), small, normal;

	bits = bits < most ? bits : most;
	small = aisp_bits_of_float(aisp_float_of_bits(bits) + 0x1p14f) -
		aisp_bits_of_float(0x1p14f);
	normal = (bits + 0x7ffff + (bits >> 20 & 1) - (120u << 23)) >> 20;
	return (uint8_t)(sign | (bits < aisp_bits_of_float(0x1p-6f) ? small : normal));
}

/* The largest of the absolute values, whose bits are in the order of their numbers. */
AISP_CLONES static float max_of(const uint16_t *restrict x, int64_t n)
{
	uint16_t max = 0;

	for (int64_t i = 0; i < n; i++) {
		uint16_t a = x[i] & 0x7fff;

		max = a > max ? a : max;
	}
	return aisp_float_of_bits((uint32_t)max << 16);
}

AISP_CLONES static void quantise(const uint16_t *restrict x, int64_t n, float inverse,
				 uint8_t *restrict q)
{
	for (int64_t i = 0; i < n; i++)
		q[i] = to_e4m3(aisp_float_of_bits((uint32_t)x[i] << 16) * inverse);
}

#endif
