/* SPDX-License-Identifier: MIT
 *
 * Numbers of few bits: every code of each format by its definition, from the fields of
 * bits that the sources of aisp/formats.h give; rounding by each number's neighbours;
 * and places of packed elements, by bytes written by hand.
 */
#include <aisp/from_e4m3.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "base/dtype.h"
#include "tap.h"

/* A format as its sources describe it: the largest exponent, the codes of numbers.
 */
struct definition {
	enum aisp_dtype type;
	int exponent, fraction, bias;
	int n_numbers; /* codes without a sign that are; then: */
	bool has_infinity;
	double nan; /* what becomes of NaN */
};

static const struct definition definitions[] = {
	{ AISP_F8E4M3, 4, 3, 7, 127, false, NAN },
	{ AISP_F8E5M2, 5, 2, 15, 124, true, NAN },
	{ AISP_F6E2M3, 2, 3, 1, 32, false, 7.5 },
	{ AISP_F6E3M2, 3, 2, 3, 32, false, 28 },
	{ AISP_F4E2M1, 2, 1, 1, 8, false, 6 },
};

static double value(const struct definition *d, int code)
{
	int sign = code >> (d->exponent + d->fraction) & 1;
	int e = code >> d->fraction & ((1 << d->exponent) - 1);
	int m = code & ((1 << d->fraction) - 1), a = e << d->fraction | m;
	double x = ldexp(m, 1 - d->bias - d->fraction);

	if (e)
		x = ldexp(1 + ldexp(m, -d->fraction), e - d->bias);
	if (a >= d->n_numbers)
		x = d->has_infinity && a == d->n_numbers ? INFINITY : NAN;
	return sign ? -x : x;
}

static bool is_same(double a, double b)
{
	return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static double through(enum aisp_dtype t, double x)
{
	return aisp_rounded(t, x);
}

/* All codes of a type, in order, packed. */
static int all_codes(enum aisp_dtype t, uint8_t *data)
{
	int bits = aisp_type_bits(t), n = bits == 8 ? 256 : bits == 6 ? 64 : 16;

	memset(data, 0xa5, 256);
	for (int i = 0; i < n; i++)
		aisp_put_code(data, t, i, (unsigned)i);
	return n;
}

static void test_codes(const struct definition *d)
{
	uint8_t data[256], back[256];
	int n = all_codes(d->type, data), n_load = 0, n_store = 0;

	memset(back, 0x5a, sizeof(back));
	for (int i = n; i-- > 0;) {
		double x = aisp_load(data, d->type, i);

		n_load += is_same(x, value(d, i));
		aisp_store(back, d->type, i, x);
		n_store += is_same(aisp_load(back, d->type, i), x) &&
			   (isnan(x) || aisp_code_at(back, d->type, i) == (unsigned)i);
	}
	ok(n_load == n, "all codes are the numbers of the definition");
	ok(n_store == n, "and numbers are written back to the same bits");
}

/* Between each number and the next: half way to the even code, else the nearer. */
static void test_rounding(const struct definition *d)
{
	int n = 0;

	for (int i = 0; i + 1 < d->n_numbers; i++) {
		double low = value(d, i), high = value(d, i + 1);
		double half = (low + high) / 2, even = i % 2 ? high : low;

		n += through(d->type, half) == even &&
		     through(d->type, -half) == -even &&
		     through(d->type, nextafter(half, 0)) == low &&
		     through(d->type, nextafter(half, INFINITY)) == high;
	}
	ok(n == d->n_numbers - 1, "to nearest, ties to even");
}

static void test_ends(const struct definition *d)
{
	double most = value(d, d->n_numbers - 1), below = value(d, d->n_numbers - 2);
	double beyond = d->has_infinity ? INFINITY : most;
	double half = most + (most - below) / 2;

	ok(through(d->type, half) == beyond && through(d->type, 1e300) == beyond &&
		   through(d->type, -INFINITY) == -beyond &&
		   through(d->type, nextafter(half, 0)) == most,
	   "what lies beyond the largest number");
	ok(is_same(through(d->type, NAN), d->nan), "what becomes of NaN");
	ok(is_same(through(d->type, -0.0), -0.0) &&
		   is_same(through(d->type, -1e-300), -0.0),
	   "zeros keep their sign");
}

static void test_scales(void)
{
	uint8_t code;
	int n = 0, n_between = 0;

	for (int i = 0; i < 255; i++) {
		double x = ldexp(1, i - 127), half = 1.5 * x;

		code = (uint8_t)i;
		n += aisp_load(&code, AISP_E8M0, 0) == x && through(AISP_E8M0, x) == x;
		if (i == 254)
			continue;
		n_between += through(AISP_E8M0, half) == (i % 2 ? 2 * x : x) &&
			     through(AISP_E8M0, nextafter(half, 0)) == x &&
			     through(AISP_E8M0, nextafter(half, INFINITY)) == 2 * x;
	}
	code = 255;
	ok(n == 255 && isnan(aisp_load(&code, AISP_E8M0, 0)), "scales: all codes");
	ok(n_between == 254, "scales: to nearest, ties to the even code");
	ok(through(AISP_E8M0, 0) == 0x1p-127 && through(AISP_E8M0, 1e-300) == 0x1p-127,
	   "scales: there is no zero");
	ok(through(AISP_E8M0, INFINITY) == 0x1p127 &&
		   through(AISP_E8M0, 1e300) == 0x1p127,
	   "scales: the largest");
	ok(isnan(through(AISP_E8M0, -1)) && isnan(through(AISP_E8M0, NAN)),
	   "scales: no sign");
}

static void test_integers(void)
{
	uint8_t data[256];
	int n = 0;

	all_codes(AISP_I4, data);
	for (int i = 0; i < 16; i++)
		n += aisp_load(data, AISP_I4, i) == (i < 8 ? i : i - 16) &&
		     aisp_load(data, AISP_U4, i) == i;
	ok(n == 16, "integers of 4 bits: two's complement, and without a sign");
	ok(through(AISP_I4, 99) == 7 && through(AISP_I4, -99) == -8 &&
		   through(AISP_U4, 99) == 15 && through(AISP_U4, -1) == 0,
	   "they are clamped");
	ok(through(AISP_I4, -2.5) == -2 && through(AISP_U4, 3.5) == 4 &&
		   through(AISP_I4, NAN) == 0 && through(AISP_U4, NAN) == 0,
	   "to nearest even, NaN to 0");
	ok(through(AISP_U16, 1e9) == 65535 && through(AISP_U16, -1) == 0 &&
		   through(AISP_U32, 1e19) == UINT32_MAX &&
		   through(AISP_U32, NAN) == 0 && through(AISP_U32, 0x1p31) == 0x1p31,
	   "u16 and u32");
	ok(through(AISP_U64, 0x1p63) == 0x1p63 && through(AISP_U64, -1) == 0 &&
		   through(AISP_U64, 1e30) == 0x1.fffffffffffffp63 &&
		   through(AISP_U64, NAN) == 0 && through(AISP_U64, 2.5) == 2,
	   "u64, up to the largest that a double holds");
}

/* The lowest bits come first, across bytes; neighbours stay. */
static void test_packing(void)
{
	uint8_t six[3] = { 0xff, 0xff, 0xff }, four[2] = { 0xff, 0xff };
	const uint8_t six_want[3] = { 0x81, 0x30, 0x10 }, four_want[2] = { 0x21, 0xf3 };

	for (int i = 3; i >= 0; i--)
		aisp_put_code(six, AISP_F6E3M2, i, (unsigned)i + 1);
	ok(!memcmp(six, six_want, sizeof(six)), "four of 6 bits in three bytes");
	for (int i = 0; i < 3; i++)
		aisp_put_code(four, AISP_F4E2M1, i, (unsigned)i + 1);
	ok(!memcmp(four, four_want, sizeof(four)), "two of 4 bits in a byte");
	aisp_copy_elem(six, six_want, AISP_F6E2M3, 2);
	ok(!memcmp(six, six_want, sizeof(six)) &&
		   aisp_code_at(six, AISP_F6E2M3, 2) == 3,
	   "an element is copied alone");
	ok(aisp_type_bytes(AISP_F6E2M3, 32) == 24 &&
		   aisp_type_bytes(AISP_U4, 32) == 16 &&
		   aisp_type_bytes(AISP_E8M0, 3) == 3 &&
		   aisp_type_bytes(AISP_U64, 3) == 24,
	   "lengths");
}

/* Neither the operands nor the intermediate results are subnormal fp32. */
static void test_vectors(void)
{
	int n = 0;

#ifdef __SSE__
	_mm_setcsr(_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK);
#endif
	for (volatile int c = 0; c < 256; c++)
		n += (c & 0x7f) == 0x7f ||
		     is_same((double)aisp_from_e4m3((uint8_t)c),
			     aisp_value_of(AISP_F8E4M3, (unsigned)c));
	ok(n == 256, "e4m3 by operations that vectors have");
#ifdef __SSE__
	ok(!(_mm_getcsr() & _MM_EXCEPT_DENORM), "and none of them is slow");
#endif
}

int main(void)
{
	for (size_t i = 0; i < sizeof(definitions) / sizeof(definitions[0]); i++) {
		test_codes(&definitions[i]);
		test_rounding(&definitions[i]);
		test_ends(&definitions[i]);
	}
	test_scales();
	test_integers();
	test_packing();
	test_vectors();
	return done();
}
