/* SPDX-License-Identifier: MIT
 *
 * What is said of elements within their bounds that did not change as they had to:
 * which is the first one, what it holds, and what was due.
 */
#include <string.h>

#include "judge/verify.h"
#include "tap.h"

#define N 100

static float before[N], got[N];
static double want[N];
static struct aisp_contract c;
static struct aisp_tensor in, out;
static const struct aisp_io io = { .in = &in, .out = &out };
static struct aisp_tally t;
static char text[256];

static void reference(const struct aisp_io *of, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)of, (void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = want[first + i];
		mag[i] = 8;
	}
}

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .title = "by hand",
					       .reference = reference };

/* All elements are 2, and should rise by up to a hundred units in the last place, each
 * by another number; their bounds are 800 such units. */
static void start(bool is_update)
{
	memset(&t, 0, sizeof(t));
	c = (struct aisp_contract){ .workload = &workload };
	c.problem.n_in = c.problem.n_out = 1;
	c.problem.out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { N } };
	c.problem.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { N } };
	c.problem.out[0].starts_as = is_update;
	c.problem.error_c = 400;
	in = (struct aisp_tensor){
		.data = before, .dtype = AISP_F32, .rank = 1, .shape = { N }
	};
	out = in;
	out.data = got;
	for (int i = 0; i < N; i++) {
		before[i] = 2;
		want[i] = 2 + (double)(i * 37 % N + 1) * 0x1p-22;
		got[i] = (float)want[i];
	}
}

static bool says(const char *words)
{
	struct aisp_err err;

	if (aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, &err))
		printf("# %s\n", err.msg);
	aisp_tally_describe(&t, &c, text, sizeof(text));
	if (!strcmp(text, words))
		return true;
	printf("# %s\n", text);
	return false;
}

static void test_left(void)
{
	start(true);
	for (int i = 40; i < N; i++)
		got[i] = 2;
	ok(says("b[40] is 2, was 2 before and should be 2.00001931: 58 of 96 elements "
		"that had to change by less than their bound were left about as they "
		"were"),
	   "which was left first, and how many others");
}

/* All are moved by the same. */
static void test_unrelated(void)
{
	start(true);
	for (int i = 0; i < N; i++)
		got[i] = 2 + 50 * 0x1p-22F;
	ok(says("b[0] is 2.00001192, was 2 before and should be 2.00000024: 100 "
		"elements of 'b' had to change by less than their bound, and did not "
		"do so as the reference does"),
	   "which moved by what was not due");
	start(false);
	for (int i = 10; i < N; i++)
		got[i] = 2;
	ok(says("b[10] is 2, is 2 in input 'a' and should be 2.00001693: 100 elements "
		"of 'b' had to differ from an input by less than their bound, and did "
		"not do so as the reference does"),
	   "or is a copy of an input");
}

static void test_first(void)
{
	struct aisp_astray first = { 0 },
			   late = { .is_there = true, .output = 1, .elem = 3 };
	struct aisp_astray none = { 0 }, early = late, other = late;

	early.elem = 2;
	other.output = 0;
	other.elem = 9;
	aisp_astray_keep(&first, &late);
	aisp_astray_keep(&first, &none);
	ok(first.is_there && first.elem == 3, "one is kept, none is not");
	aisp_astray_keep(&first, &early);
	aisp_astray_keep(&first, &late);
	ok(first.elem == 2, "the lower element");
	aisp_astray_keep(&first, &other);
	aisp_astray_keep(&first, &early);
	ok(first.output == 0, "of the lower output");
}

int main(void)
{
	test_left();
	test_unrelated();
	test_first();
	return done();
}
