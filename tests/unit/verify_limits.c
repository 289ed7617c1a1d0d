/* SPDX-License-Identifier: MIT
 *
 * The error model at its limits: few elements, numbers beyond the largest one of a
 * type, integers beyond those that a double holds; and what is said of them.
 */
#include <math.h>
#include <string.h>

#include "base/dtype.h"
#include "judge/verify.h"
#include "tap.h"

#define N 100

static double want[2][N], mag[2][N], got[2][N]; /* of two outputs */

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *sizes)
{
	(void)io;
	memcpy(ref, want[o] + first, (size_t)n * sizeof(*ref));
	memcpy(sizes, mag[o] + first, (size_t)n * sizeof(*sizes));
}

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .title = "by hand",
					       .reference = reference };
static struct aisp_contract_fault fault;
static struct aisp_tally t;
static char text[256];

/* Compare n[o] elements of each output; their errors are a share of the bound. */
static int verify(enum aisp_dtype dtype, double error_c, int64_t n0, int64_t n1)
{
	static double data[2][N];
	struct aisp_contract c = { .workload = &workload, .fault = &fault };
	struct aisp_tensor out[2];
	struct aisp_io io = { .out = out };
	struct aisp_err err;
	int rc = 0;

	memset(&fault, 0, sizeof(fault));
	t = (struct aisp_tally){ .is_of_finite = t.is_of_finite,
				 .is_of_many = t.is_of_many };
	c.problem.error_c = error_c;
	c.problem.n_out = n1 ? 2 : 1;
	for (int o = 0; o < c.problem.n_out; o++) {
		int64_t n = o ? n1 : n0;

		c.problem.out[o] = (struct aisp_spec){ o ? "d" : "b", dtype, 1, { n } };
		out[o] = (struct aisp_tensor){
			.data = data[o], .dtype = dtype, .rank = 1, .shape = { n }
		};
		for (int64_t i = 0; i < n; i++)
			aisp_store(data[o], dtype, i, got[o][i]);
	}
	for (int o = 0; o < c.problem.n_out; o++)
		rc |= aisp_verify_slice(&c, &io, o, 0, o ? n1 : n0, &t, &err);
	aisp_tally_describe(&t, &c, text, sizeof(text));
	return rc ? -1 : aisp_tally_passes(&t);
}

/* All elements of output o are 2 and off by a share of a bound of 2^-19 times `size`.
 */
static void fill(int o, double share, double size)
{
	for (int i = 0; i < N; i++) {
		want[o][i] = 2;
		mag[o][i] = 8 * size;
		got[o][i] = 2 + share * 0x1p-19 * size;
	}
}

/* By the approximation of chi squared, one element may have 1.31, three 0.83 and a
 * hundred 0.34 of the bound. */
static void test_few(void)
{
	fill(0, 0.75, 1);
	ok(verify(AISP_F32, 4, 1, 0) == 1 && verify(AISP_F32, 4, 3, 0) == 1,
	   "a few elements may be off by most of their bounds");
	ok(verify(AISP_F32, 4, 10, 0) == 0 &&
		   strstr(text, "RMS error 0.75 of the bound, limit 0.547"),
	   text);
	t.is_of_many = true;
	ok(verify(AISP_F32, 4, 1, 0) == 0 && strstr(text, "limit 0.25") != NULL,
	   "unless they stand for many");
	t.is_of_many = false;
	fill(0, 1, 1);
	ok(verify(AISP_F32, 4, 1, 0) == 1 && verify(AISP_F32, 4, 3, 0) == 0,
	   "a single one by all of it, three by less");
	fill(1, 0.25, 1);
	fill(0, 0.5, 64);
	ok(verify(AISP_F32, 4, 3, N) == 1,
	   "three of large bounds beside many of small ones are three");
	fill(1, 0.5, 64);
	ok(verify(AISP_F32, 4, 3, N) == 0,
	   "beside many of the same bounds they are not");
}

/* One element of type `dtype` that is `x` instead of `right`. */
static int one(enum aisp_dtype dtype, double x, double right, double error_c)
{
	want[0][0] = right;
	mag[0][0] = fabs(right);
	got[0][0] = x;
	return verify(dtype, error_c, 1, 0);
}

static void test_overflow(void)
{
	ok(one(AISP_F16, INFINITY, 70000, 4) == 1 &&
		   one(AISP_F16, -INFINITY, -1e9, 4) == 1,
	   "what is beyond the largest number of the type is infinite there");
	ok(one(AISP_F16, INFINITY, 65510, 4) == 1,
	   "as is what an error takes beyond it");
	ok(one(AISP_F16, INFINITY, 60000, 1000) == 0 &&
		   one(AISP_F16, -INFINITY, 70000, 4) == 0 &&
		   one(AISP_F16, NAN, 70000, 4) == 0,
	   "no other number is, however wide the bound, nor has it another sign");
	ok(one(AISP_F16, 65504, 1e6, 4) == 0 && one(AISP_F16, 65504, 65530, 4) == 1,
	   "the largest number stands for those within its bound only");
	ok(one(AISP_F8E4M3, 448, 1e4, 4) == 1 && one(AISP_F8E4M3, 416, 1e4, 4) == 0,
	   "unless the type has no infinity");
	ok(one(AISP_F8E5M2, INFINITY, 1e6, 4) == 1 &&
		   one(AISP_BF16, INFINITY, 1e39, 4) == 1 &&
		   one(AISP_F32, INFINITY, 1e39, 0) == 1,
	   "in each type, and where bits must match");
	ok(one(AISP_I8, 127, 1000, 4) == 0, "integers do not overflow");
}

static void test_integers(void)
{
	ok(one(AISP_I64, 0x1p53, 0x1p53, 0) == 1 && one(AISP_U64, 7, 7, 0) == 1,
	   "a double holds these integers");
	ok(one(AISP_U64, 0x1p60, 0x1p60, 0) == 1,
	   "of larger ones it holds the upper bits");
	ok(one(AISP_F64, 0x1p60, 0x1p60, 4) == 1, "real numbers are rounded anyway");
	ok(one(AISP_I32, 3, 2, 1e9) == 0, "error_c is nothing to integers");
}

static void test_words(void)
{
	one(AISP_F64, 1, 1 + 0x1p-50, 0);
	ok(strstr(text, "b[0] is 1 instead of 1.0000000000000009 ") != NULL, text);
	one(AISP_F64, 3, 2, 4);
	ok(strstr(text, "b[0] is 3 instead of 2 +- ") != NULL, text);
	fill(0, 0.5, 1);
	verify(AISP_F32, 4, N, 0);
	ok(strstr(text, "limit 0.338") && !strstr(text, "error_c"), text);
	fill(0, 0.125, 1);
	verify(AISP_F32, 1, N, 0);
	ok(strstr(text, "; error_c is 1: even a single rounding needs 4") != NULL,
	   text);
	one(AISP_F32, 0, 0x1p-120, 4);
	ok(strstr(text, "(mag must allow for terms that underflow)") != NULL, text);
	one(AISP_F32, 0, 0x1p-60, 4);
	ok(!strstr(text, "underflow"), text);
	one(AISP_F16, 0, 0.01, 4);
	ok(!strstr(text, "underflow"), text);
}

static void test_digits(void)
{
	one(AISP_U32, 0, 1368253741, 0);
	ok(strstr(text, "b[0] is 0 instead of 1368253741 +- 0;") != NULL, text);
	one(AISP_I64, -9007199254740992, 1, 0);
	ok(strstr(text, "b[0] is -9007199254740992 instead of 1 +- 0;") != NULL, text);
	one(AISP_U32, 0, 0.25, 0);
	ok(strstr(text, "b[0] is 0 instead of 0.25 +- 0;") != NULL, text);
	one(AISP_U32, 0, 1e30, 0);
	ok(strstr(text, "b[0] is 0 instead of 1e+30 +- 0;") != NULL, text);
}

static void test_finite(void)
{
	t.is_of_finite = true;
	fill(0, 0, 1);
	want[0][3] = NAN;
	want[0][4] = INFINITY;
	ok(verify(AISP_F32, 4, N, 0) == 1 && t.n_elems == N - 2,
	   "who asks for finite values alone leaves out the others");
	t.is_of_finite = false;
	ok(verify(AISP_F32, 4, N, 0) == 0 && t.n_wrong == 2, "else they count");
}

int main(void)
{
	test_few();
	test_overflow();
	test_integers();
	test_words();
	test_digits();
	test_finite();
	return done();
}
