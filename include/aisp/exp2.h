/* SPDX-License-Identifier: MIT
 *
 * exp2.h - powers of two, for variants in C.
 *
 * aisp_exp2f(t) is one number's, in operations that compilers turn into vectors.
 * AISP_EXP2(name, vec, ivec, max) defines `vec name(vec t)`: vec and ivec are
 * GCC's vectors of float and of int32_t of one width, and max(a, b) is the larger
 * element of each pair, by one instruction.  t is at most 127; below -127 the
 * result is 0, and between that and -126 it is off by up to 2^-127.  Cody and Waite's
 * scheme: 2^t = 2^n 2^r with |r| <= 1/2, and for 2^r a polynomial that is minimax in
 * the relative error among those that are 1 at 0.  With the roundings of float the
 * relative error stays below 2e-7; tests/unit/exp2.c tries every r of 24 bits.
 */
#ifndef AISP_EXP2_H
#define AISP_EXP2_H

#include <stdint.h>

static inline float aisp_exp2f(float t)
{
	union {
		float f;
		uint32_t bits;
	} y, p;
	float x = t > -127.0f ? t : -127.0f, r;

	y.f = x + 0x1.8p23f;
#ifdef __ASSOCIATIVE_MATH__
	/* Else x + c - c would be x. */
	r = x - (float)(int32_t)(y.bits - 0x4b400000);
#else
	r = x - (y.f - 0x1.8p23f);
#endif
	p.f = 0x1.5bb97ep-10f * r + 0x1.3cea84p-7f;
	p.f = p.f * r + 0x1.c6b754p-5f;
	p.f = p.f * r + 0x1.ebf9bcp-3f;
	p.f = p.f * r + 0x1.62e42ap-1f;
	p.f = p.f * r + 1.0f;
	p.bits += y.bits << 23;
	return p.f;
}

#define AISP_EXP2(name, vec, ivec, max)                                                \
	static inline __attribute__((always_inline)) vec name(vec t)                   \
	{                                                                              \
		/* Adding 1.5 * 2^23 leaves the nearest integer in the last bits. */   \
		const vec zero = { 0 };                                                \
		const vec x = max(t, zero - 127.0f), y = x + 0x1.8p23f;                \
		const vec r = x - (y - 0x1.8p23f);                                     \
		vec p = 0x1.5bb97ep-10f * r + 0x1.3cea84p-7f;                          \
                                                                                       \
		p = p * r + 0x1.c6b754p-5f;                                            \
		p = p * r + 0x1.ebf9bcp-3f;                                            \
		p = p * r + 0x1.62e42ap-1f;                                            \
		p = p * r + 1.0f;                                                      \
		return (vec)((ivec)p + ((ivec)y << 23));                               \
	}

#endif
