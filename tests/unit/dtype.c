/* SPDX-License-Identifier: MIT
 *
 * Conversions, against arithmetic that shares no code with them: every binary16
 * by its definition, and rounding by search among all of them.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dtype.h"
#include "tap.h"

#define N_HALVES 0x7c00 /* finite ones without a sign */

/* IEEE 754, 3.4: sign, 5 bits of exponent biased by 15, 10 of fraction. */
static double half_value(unsigned h)
{
	unsigned e = h >> 10 & 31, m = h & 1023;
	double x = e ? ldexp(1024 + m, (int)e - 25) : ldexp(m, -24);

	if (e == 31)
		x = m ? NAN : INFINITY;
	return h >> 15 ? -x : x;
}

static int is_same(double a, double b)
{
	return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

/* The nearest of all; of two equally near ones the even; beyond all, infinity. */
static unsigned nearest_half(double x)
{
	unsigned best = 0;

	for (unsigned h = 1; h < N_HALVES; h++) {
		double d = fabs(half_value(h) - x), d0 = fabs(half_value(best) - x);

		if (d < d0 || (d == d0 && h % 2 == 0))
			best = h;
	}
	return x - half_value(N_HALVES - 1) >= 16 ? N_HALVES : best;
}

static void test_half_values(void)
{
	int n_load = 0, n_store = 0, n_between = 0;

	for (unsigned h = 0; h < 0x10000; h++) {
		uint16_t in = (uint16_t)h, out;

		n_load += is_same(aisp_load(&in, AISP_F16, 0), half_value(h));
		aisp_store(&out, AISP_F16, 0, half_value(h));
		n_store += isnan(half_value(h)) ? isnan(half_value(out)) : out == in;
	}
	ok(n_load == 0x10000, "all 65536 binary16 values are read right");
	ok(n_store == 0x10000, "and written back to the same bits");
	for (unsigned h = 0; h < N_HALVES; h++) {
		double lo = half_value(h),
		       hi = h + 1 < N_HALVES ? half_value(h + 1) : 65536;
		float mid = (float)((lo + hi) / 2);
		unsigned even = h % 2 ? h + 1 : h;

		n_between += aisp_half_from_float(mid) == even &&
			     aisp_half_from_float(nextafterf(mid, 0)) == h &&
			     aisp_half_from_float(nextafterf(mid, 1e9f)) == h + 1 &&
			     aisp_half_from_float(-mid) == (even | 0x8000);
	}
	ok(n_between == N_HALVES,
	   "ties go to even, their neighbours to the nearer one");
}

static void test_half_search(void)
{
	static const double x[] = { 1.0 / 3, 1e-5, 3e-8,    2.9e-8,
				    1234.56, 0.1,  65519.9, 70000 };
	int n = 0, n_x = (int)(sizeof(x) / sizeof(*x));

	for (int i = 0; i < n_x; i++)
		n += aisp_half_from_float((float)x[i]) ==
		     nearest_half((double)(float)x[i]);
	ok(n == n_x, "the nearest of all binary16 values");
	ok(aisp_half_from_float(INFINITY) == 0x7c00 &&
		   aisp_half_from_float(FLT_MAX) == 0x7c00 &&
		   aisp_half_from_float(-INFINITY) == 0xfc00,
	   "overflow is infinite");
	ok(aisp_half_from_float(FLT_TRUE_MIN) == 0 &&
		   aisp_half_from_float(-0.0f) == 0x8000,
	   "underflow is zero, and zero keeps its sign");
	ok(isnan(aisp_half_to_float(aisp_half_from_float(NAN))), "NaN stays NaN");
}

static uint16_t bfloat(double x)
{
	uint16_t h;

	aisp_store(&h, AISP_BF16, 0, x);
	return h;
}

static void test_bfloat(void)
{
	int n = 0, n_between = 0;

	for (unsigned h = 0; h < 0x10000; h++) {
		uint16_t in = (uint16_t)h, out;
		uint32_t bits = h << 16;
		float want;

		memcpy(&want, &bits, sizeof(want));
		aisp_store(&out, AISP_BF16, 0, aisp_load(&in, AISP_BF16, 0));
		n += is_same(aisp_load(&in, AISP_BF16, 0), (double)want) &&
		     (isnan(want) ? (out & 0x7fff) > 0x7f80 : out == in);
	}
	ok(n == 0x10000, "all 65536 bfloat16 values, there and back");
	for (unsigned h = 0; h < 0x7f80; h++) {
		uint32_t bits = h << 16 | 0x8000;
		float mid;

		memcpy(&mid, &bits, sizeof(mid));
		n_between += bfloat((double)mid) == (h % 2 ? h + 1 : h) &&
			     bfloat((double)nextafterf(mid, 0)) == h &&
			     bfloat((double)nextafterf(mid, INFINITY)) == h + 1;
	}
	ok(n_between == 0x7f80, "ties of bfloat16 go to even");
	ok(bfloat(1e300) == 0x7f80 && bfloat(-INFINITY) == 0xff80, "its infinities");
}

static double through(enum aisp_dtype t, double x)
{
	int64_t cell = 0;

	aisp_store(&cell, t, 0, x);
	return aisp_load(&cell, t, 0);
}

static void test_tf32(void)
{
	ok(through(AISP_TF32, 1 + 0x1p-10) == 1 + 0x1p-10 &&
		   through(AISP_TF32, 1 + 3 * 0x1p-11) == 1 + 0x1p-9 &&
		   through(AISP_TF32, 1 + 0x1p-11 + 0x1p-40) == 1 + 0x1p-10,
	   "tf32 has 10 bits after the point, rounded once, ties to even");
	ok(through(AISP_TF32, -1e300) == -INFINITY && isnan(through(AISP_TF32, NAN)),
	   "it overflows, and NaN stays NaN");
}

static void test_integers(void)
{
	ok(through(AISP_I8, 1000) == 127 && through(AISP_I8, -1000) == -128,
	   "i8 saturates");
	ok(through(AISP_U8, 1000) == 255 && through(AISP_U8, -1) == 0, "u8 saturates");
	ok(through(AISP_I32, 1e10) == INT32_MAX &&
		   through(AISP_I32, -1e10) == INT32_MIN,
	   "i32 saturates");
	ok(through(AISP_I64, 1e30) > 9.2e18 && through(AISP_I64, -1e30) == -0x1p63,
	   "i64 saturates");
	ok(through(AISP_I32, 2.5) == 2 && through(AISP_I32, 3.5) == 4 &&
		   through(AISP_I32, -2.5) == -2,
	   "to nearest even");
	ok(through(AISP_I32, NAN) == 0, "NaN becomes 0");
	ok(through(AISP_I64, 0x1p52 + 1) == 0x1p52 + 1, "i64 is exact to 2^53");
}

/* Half the gap above 1, and the gap above 0, by trying. */
static void test_constants(void)
{
	static const enum aisp_dtype floats[] = { AISP_F32,    AISP_F64,    AISP_F16,
						  AISP_BF16,   AISP_F8E4M3, AISP_TF32,
						  AISP_F8E5M2, AISP_F6E2M3, AISP_F6E3M2,
						  AISP_F4E2M1 };

	for (size_t i = 0; i < sizeof(floats) / sizeof(floats[0]); i++) {
		double u = aisp_dtype_roundoff(floats[i]),
		       tiny = aisp_dtype_tiny(floats[i]);

		ok(through(floats[i], 1 + 2 * u) == 1 + 2 * u &&
			   through(floats[i], 1 + u) == 1,
		   "1 + 2u is the next number after 1");
		ok(through(floats[i], tiny) == tiny &&
			   through(floats[i], tiny / 4) == 0,
		   "tiny is the smallest");
	}
	ok(aisp_dtype_roundoff(AISP_I32) == 0 && aisp_dtype_tiny(AISP_U8) == 0,
	   "integers have neither");
	ok(aisp_dtype_bytes(AISP_F16) == 2 && aisp_dtype_bytes(AISP_I64) == 8 &&
		   strcmp(aisp_dtype_name(AISP_BF16), "bf16") == 0,
	   "sizes and names");
}

int main(void)
{
	test_half_values();
	test_half_search();
	test_bfloat();
	test_tf32();
	test_integers();
	test_constants();
	return done();
}
