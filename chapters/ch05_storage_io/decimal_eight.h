/* SPDX-License-Identifier: MIT
 *
 * decimal_eight.h - up to eight digits at a time, in a 64-bit register.
 *
 * Characters are loaded with the first in the lowest byte.  A mask finds the first that
 * is no digit; a shift makes those before it the last of eight, behind zeros; three
 * multiplications join eight digits to pairs, fours and one number (D. Lemire, Number
 * Parsing at a Gigabyte per Second, 2021).  No branch asks where the digits end, unless
 * there are more than seven.
 */
#ifndef DECIMAL_EIGHT_H
#define DECIMAL_EIGHT_H

#include "decimal.h"

#define BYTES(x) (0x0101010101010101u * (x))

/* How many of the eight at c, '0' to '9' being 0 to 9, are digits from the first on. */
static inline int leading_digits(uint64_t c)
{
	uint64_t others = (((c & BYTES(0x7f)) + BYTES(0x80 - 10)) | c) & BYTES(0x80);

	return others ? __builtin_ctzll(others) / 8 : 8;
}

static inline uint64_t join_eight(uint64_t c)
{
	c = 10 * c + (c >> 8);
	return ((c & 0xff000000ff) * (100 + ((uint64_t)1000000 << 32)) +
		(c >> 16 & 0xff000000ff) * (1 + ((uint64_t)10000 << 32))) >>
	       32;
}

static inline const char *take_digits(const char *s, const char *end, struct decimal *d)
{
	static const uint64_t power[] = { 1,      10,      100,      1000,     10000,
					  100000, 1000000, 10000000, 100000000 };
	int n = 8;

	for (; n == 8 && end - s >= 8; s += n) {
		uint64_t c;

		memcpy(&c, s, sizeof(c));
		c ^= BYTES('0');
		n = leading_digits(c);
		c = n ? c << (64 - 8 * n) : 0;
		d->digits = power[n] * d->digits + join_eight(c);
		d->n_digits += n;
	}
	for (; n == 8 && is_digit(*s); s++, d->n_digits++)
		d->digits = 10 * d->digits + (uint64_t)(*s - '0');
	return s;
}

#endif
