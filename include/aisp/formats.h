/* SPDX-License-Identifier: MIT
 *
 * formats.h - the numbers that elements of few bits stand for: for references,
 * prepare() and code on a GPU.  Their places in memory: aisp/packed.h.
 *
 * Rounding is to nearest, ties to the even code:
 *
 *     type     largest  beyond it   NaN becomes       source
 *     F8E4M3   448      448         NaN (7f)          P. Micikevicius et al., FP8
 *     F8E5M2   57344    infinite    NaN (7f)          Formats for Deep Learning, 2022
 *     F6E2M3   7.5      7.5         7.5               OCP Microscaling Formats (MX)
 *     F6E3M2   28       28          28                Specification 1.0, 2023
 *     F4E2M1   6        6           6
 *     E8M0     2^127    2^127       NaN (ff)          the same, its scales
 *     I4, U4   7, 15    clamped     0                 two's complement; binary
 *
 * An E8M0 is 2^(code - 127): no sign and no zero.  A number below 2^-127, or 0, becomes
 * 2^-127; a negative one becomes NaN.
 */
#ifndef AISP_FORMATS_H
#define AISP_FORMATS_H

#include <aisp/packed.h>
#include <math.h>
#include <string.h>

/* Numbers of sign, exponent and fraction. */
struct aisp_format {
	int bits;      /* of a code */
	int fraction;  /* bits of the fraction */
	int least_exp; /* the least exponent of a normal number */
	/* Codes without a sign: */
	unsigned most; /* of the largest number */
	unsigned over; /* of all that is larger */
	unsigned nan;
};

/* Of a type with another kind of numbers: 0 bits. */
AISP_HD static inline struct aisp_format aisp_format_of(enum aisp_dtype t)
{
	struct aisp_format none = { 0, 0, 0, 0, 0, 0 };
	struct aisp_format e4m3 = { 8, 3, -6, 0x7e, 0x7e, 0x7f };
	struct aisp_format e5m2 = { 8, 2, -14, 0x7b, 0x7c, 0x7f };
	struct aisp_format e2m3 = { 6, 3, 0, 0x1f, 0x1f, 0x1f };
	struct aisp_format e3m2 = { 6, 2, -2, 0x1f, 0x1f, 0x1f };
	struct aisp_format e2m1 = { 4, 1, 0, 7, 7, 7 };

	return t == AISP_F8E4M3   ? e4m3
	       : t == AISP_F8E5M2 ? e5m2
	       : t == AISP_F6E2M3 ? e2m3
	       : t == AISP_F6E3M2 ? e3m2
	       : t == AISP_F4E2M1 ? e2m1
				  : none;
}

/* 2^e of a normal number. */
AISP_HD static inline double aisp_power_of_two(int e)
{
	uint64_t bits = (uint64_t)(e + 1023) << 52;
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* The e of 2^e <= x, of a normal number. */
AISP_HD static inline int aisp_exponent_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return (int)(bits >> 52 & 0x7ff) - 1023;
}

/* The number that a code of such a type stands for. */
AISP_HD static inline double aisp_value_of(enum aisp_dtype t, unsigned code)
{
	struct aisp_format f = aisp_format_of(t);
	unsigned sign, a, k;
	double x;

	if (t == AISP_I4)
		return (int)(code ^ 8) - 8;
	if (t == AISP_E8M0)
		return code == 255 ? (double)NAN : aisp_power_of_two((int)code - 127);
	if (!f.bits)
		return code;
	sign = code >> (f.bits - 1);
	a = code & ((1u << (f.bits - 1)) - 1);
	k = a >> f.fraction;
	x = (double)(k ? (a & ((1u << f.fraction) - 1)) + (1u << f.fraction) : a) *
	    aisp_power_of_two(f.least_exp - f.fraction + (k ? (int)k - 1 : 0));
	if (a > f.most)
		x = a == f.over ? (double)INFINITY : (double)NAN;
	return sign ? -x : x;
}

/* Rounds to the nearer power of two; halfway, to the even code. */
AISP_HD static inline unsigned aisp_scale_code_of(double x)
{
	int e = aisp_exponent_of(x);
	double rest;

	if (!(x >= 0))
		return 255;
	if (e >= 127)
		return 254;
	if (e < -127)
		return 0;
	rest = x / aisp_power_of_two(e);
	return (unsigned)(e + 127 + (rest > 1.5 || (rest == 1.5 && e % 2 == 0)));
}

/* Clamped, NaN to 0. */
AISP_HD static inline unsigned aisp_nibble_of(enum aisp_dtype t, double x)
{
	double low = t == AISP_I4 ? -8 : 0, high = t == AISP_I4 ? 7 : 15;

	return x == x ? (unsigned)(int)rint(fmin(fmax(x, low), high)) & 15 : 0;
}

/* The code of what x is rounded to. */
AISP_HD static inline unsigned aisp_code_of(enum aisp_dtype t, double x)
{
	struct aisp_format f = aisp_format_of(t);
	double a = fabs(x);
	unsigned sign, code;
	int e;

	if (t == AISP_E8M0)
		return aisp_scale_code_of(x);
	if (!f.bits)
		return aisp_nibble_of(t, x);
	if (x != x)
		return f.nan;
	sign = signbit(x) ? 1u << (f.bits - 1) : 0;
	if (a > 0x1p20)
		return sign | f.over;
	e = aisp_exponent_of(a);
	e = e < f.least_exp ? f.least_exp : e;
	code = ((unsigned)(e - f.least_exp) << f.fraction) +
	       (unsigned)rint(a * aisp_power_of_two(f.fraction - e));
	return sign | (code > f.most ? f.over : code);
}

#endif
