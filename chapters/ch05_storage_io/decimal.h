/* SPDX-License-Identifier: MIT
 *
 * decimal.h - an integer times a power of ten as the nearest fp32, by way of fp64.
 *
 * W. D. Clinger's fast path (How to Read Floating Point Numbers Accurately, 1990):
 * powers of ten up to 10^22 are exact in fp64, so that the product or quotient is off
 * by one rounding, and by one more where the integer exceeds 2^53: 2 units in the last
 * place. Rounding that to fp32 drops 29 bits.  The fp32 is the right one unless these
 * bits are within 2 units of half, where the two roundings may disagree; strtof()
 * decides then.
 */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS   19 /* fit 64 bits */
#define MOST_EXPONENT 22
#define DROPPED       29
#define DOUBT         2

struct decimal {
	uint64_t digits;
	int64_t n_digits, exponent;
	int is_negative;
};

static inline int is_sure(double x)
{
	uint64_t bits, half = (uint64_t)1 << (DROPPED - 1), rest;

	memcpy(&bits, &x, sizeof(bits));
	rest = bits & (2 * half - 1);
	if (x < (double)FLT_MIN || x >= (double)FLT_MAX)
		return x == 0;
	return rest < half - DOUBT || rest > half + DOUBT;
}

/* s is where the number is written, for strtof(). */
static inline float decimal_value(const struct decimal *d, const char *s)
{
	static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
					1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
					1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	int64_t e = d->exponent;
	double x = (double)d->digits;

	if (d->n_digits > MOST_DIGITS || e > MOST_EXPONENT || e < -MOST_EXPONENT)
		return strtof(s, NULL);
	x = e < 0 ? x / power[-e] : x * power[e];
	if (!is_sure(x))
		return strtof(s, NULL);
	return (float)(d->is_negative ? -x : x);
}

static inline int is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* Adds the digits at s to d; returns where they end.  The including file defines it. */
static inline const char *take_digits(const char *s, const char *end,
				      struct decimal *d);

/* e-12 and the like, if there is one. */
static inline const char *take_exponent(const char *s, struct decimal *d)
{
	int64_t e = 0;
	int is_negative;

	if (*s != 'e')
		return s;
	is_negative = s[1] == '-';
	s += 1 + (s[1] == '-' || s[1] == '+');
	for (; is_digit(*s); s++)
		e = e < 1000 ? 10 * e + (*s - '0') : e;
	d->exponent += is_negative ? -e : e;
	return s;
}

/* The number at s, and where the next line begins. */
static inline float take_line(const char **s, const char *end)
{
	struct decimal d = { .is_negative = **s == '-' };
	const char *at = take_digits(*s + d.is_negative, end, &d);
	float x;

	if (*at == '.') {
		const char *point = at + 1;

		at = take_digits(point, end, &d);
		d.exponent = point - at;
	}
	at = take_exponent(at, &d);
	x = decimal_value(&d, *s);
	*s = at + 1;
	return x;
}

#endif
