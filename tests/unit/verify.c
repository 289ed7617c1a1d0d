/* SPDX-License-Identifier: MIT
 *
 * The error model, element by element, on outputs made by hand.
 */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "judge/verify.h"
#include "tap.h"

#define N 12000 /* more than two blocks */

static float got[N];
static double want[N], terms[N];
static atomic_int calls;
static _Atomic int64_t last_first, last_n;
static int n_visits[N];

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o;
	memcpy(ref, want + first, (size_t)n * sizeof(*ref));
	memcpy(mag, terms + first, (size_t)n * sizeof(*mag));
	calls++;
	n_visits[first]++;
	last_first = first;
	last_n = n;
}

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .title = "by hand",
					       .reference = reference };
static struct aisp_contract c;
static struct aisp_tensor out;
static struct aisp_io io;
static struct aisp_tally t;

/* n right elements: 2, with terms that add up to 8. */
static void start(int64_t n, double error_c)
{
	c = (struct aisp_contract){ .workload = &workload };
	c.problem.n_out = 1;
	c.problem.out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { n } };
	c.problem.error_c = error_c;
	out = (struct aisp_tensor){
		.data = got, .dtype = AISP_F32, .rank = 1, .shape = { n }
	};
	io = (struct aisp_io){ .out = &out };
	t = (struct aisp_tally){ 0 };
	for (int64_t i = 0; i < n; i++) {
		got[i] = 2;
		want[i] = 2;
		terms[i] = 8;
	}
}

static int verify(int64_t n)
{
	struct aisp_err err;

	if (aisp_verify_slice(&c, &io, 0, 0, n, &t, &err))
		return -1;
	return aisp_tally_passes(&t);
}

/* One element of 100 is x instead of `ref`. */
static int with_one(double x, double ref, double error_c)
{
	start(100, error_c);
	got[17] = (float)x;
	want[17] = ref;
	terms[17] = fabs(ref);
	return verify(100);
}

static void test_bound(void)
{
	/* c u mag = 4 * 2^-24 * 8: 2^-19; the rest of the elements keep the RMS
	 * low */
	start(100, 4);
	got[17] = 2 + 0x1p-19f;
	ok(verify(100) == 1 && t.max_ratio > 0.99 && t.max_ratio <= 1,
	   "an error of the bound passes");
	start(100, 4);
	got[17] = 2 + 0x1p-19f + 0x1p-20f;
	ok(verify(100) == 0 && t.n_low == 1 && t.n_elems == 100, "one above it fails");
	ok(t.wrong.elem == 17 && t.wrong.want == 2 && t.wrong.got > 2,
	   "and is remembered");
	ok(t.max_ratio > 1.4 && t.max_ratio < 1.6, "with its ratio");
	start(100, 4);
	got[17] = 2 - 0x1p-19f - 0x1p-20f;
	ok(verify(100) == 0, "below as above");
	ok(with_one(0x1p-148, 0, 4) == 1 && with_one(0x1p-147, 0, 4) == 0,
	   "where all terms are 0 only twice the smallest subnormal passes");
}

static void test_rms(void)
{
	start(100, 4);
	for (int i = 0; i < 100; i++)
		got[i] = i % 2 ? 2 : 2 + 0x1p-20f; /* half the bound: RMS 0.354 */
	ok(verify(100) == 0 && t.n_wrong == 0,
	   "each within the bound, together too much");
	ok(fabs(aisp_tally_rms_ratio(&t) - 0.5 / sqrt(2) / 1.35) < 1e-3,
	   "the ratio, of which chance explains a part");
	start(100, 4);
	for (int i = 0; i < 100; i++)
		got[i] = i % 5 ? 2 : 2 + 0x1p-20f; /* RMS 0.224 */
	ok(verify(100) == 1, "less of it passes");
	start(100, 4);
	t.is_structured = true;
	for (int i = 0; i < 100; i++)
		got[i] = 2 + 0x1p-20f;
	ok(verify(100) == 1, "all alike, where the data make them so");
	start(100, 4);
	ok(verify(100) == 1 && aisp_tally_rms_ratio(&t) == 0, "no error, no ratio");
}

/* One element has n_errors errors of 2^-24; a random walk would give 28. */
static int with_systematic(double n_errors, double error_c, bool is_structured)
{
	start(100, error_c);
	t.is_structured = is_structured;
	got[17] = 2 + (float)n_errors * 0x1p-21f;
	return verify(100);
}

static void test_systematic(void)
{
	double c_100 = aisp_error_sum(100);

	ok(!with_systematic(100, c_100, false) && with_systematic(100, c_100, true),
	   "errors of one sign pass where the data may make them so");
	ok(with_systematic(128, c_100, true) && !with_systematic(130, c_100, true),
	   "as many as there are terms");
	ok(with_systematic(4, 4, true) && !with_systematic(5, 4, true) &&
		   !with_systematic(1, 0, true),
	   "of a single rounding there is one");
}

static void test_exact(void)
{
	start(100, 0);
	ok(verify(100) == 1, "error_c 0: equal passes");
	got[99] = nextafterf(2, 3);
	t = (struct aisp_tally){ 0 };
	ok(verify(100) == 0 && t.n_wrong == 1, "one ulp does not");
	ok(with_one(0x1p-149, 0, 0) == 0, "nor the smallest subnormal for 0");
	ok(with_one(-0.0, 0, 0) == 1, "-0 is 0");
}

static void test_special(void)
{
	ok(with_one(NAN, 2, 4) == 0 && t.n_nan == 1 && t.n_wrong == 0,
	   "NaN for a number");
	ok(with_one(2, NAN, 4) == 0 && t.n_wrong == 1, "a number for NaN");
	ok(with_one(NAN, NAN, 4) == 1, "NaN for NaN");
	ok(with_one(INFINITY, NAN, 4) == 0, "infinity for NaN");
	ok(with_one(INFINITY, 2, 4) == 0 && t.n_inf == 1 && t.n_wrong == 0,
	   "infinity for a number");
	ok(with_one(INFINITY, -INFINITY, 4) == 0 && t.n_wrong == 1 && t.n_inf == 0,
	   "the other infinity is a wrong value");
	ok(with_one(INFINITY, INFINITY, 4) == 1 &&
		   with_one(-INFINITY, INFINITY, 4) == 0,
	   "an infinity for the same one only");
	ok(with_one(3e38, INFINITY, 4) == 0 && with_one(NAN, INFINITY, 4) == 0,
	   "nothing else for an infinity");
	start(100, INFINITY);
	got[3] = NAN;
	ok(verify(100) == 0, "NaN fails an infinite bound too");
	start(100, 4);
	got[3] = 1000;
	terms[3] = NAN;
	ok(verify(100) == 0, "a bound that is no number passes nothing");
}

static bool is_third(const void *arg, int o, int64_t i)
{
	return o == 0 && i == *(const int64_t *)arg;
}

static void test_unwritten(void)
{
	const int64_t third = 3;

	start(100, 4);
	got[3] = got[4] = 9;
	t.is_unwritten = is_third;
	t.arg = &third;
	ok(verify(100) == 0 && t.n_unwritten == 1 && t.n_wrong == 1,
	   "what was not written");
	start(100, 4);
	t.is_unwritten = is_third;
	t.arg = &third;
	ok(verify(100) == 1 && t.n_unwritten == 0,
	   "poison that is right by chance is right");
	t = (struct aisp_tally){ 0 };
	ok(!aisp_tally_passes(&t), "nothing compared is nothing passed");
}

static void test_some(void)
{
	struct aisp_err err;
	int64_t n_found = 0;

	start(N, 4);
	calls = 0;
	ok(!aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, &err) &&
		   t.n_elems == N,
	   "with time enough each element once");
	ok(calls == (N + 4095) / 4096, "in blocks");
	memset(n_visits, 0, sizeof(n_visits));
	for (uint64_t bits = 0; bits < 50; bits++)
		aisp_verify_some(&c, &io, bits, INT64_C(60000000000), &t, &err);
	ok(n_visits[0] == 50 && n_visits[4096] == 50 && n_visits[8192] == 50,
	   "whatever the order");
	start(N, 4);
	ok(!aisp_verify_some(&c, &io, 1, -1, &t, &err) && t.n_elems > 0 &&
		   t.n_elems <= 4096,
	   "without time one block");
	got[N - 1] = 9;
	for (uint64_t bits = 0; bits < 64; bits++) {
		t = (struct aisp_tally){ 0 };
		aisp_verify_some(&c, &io, bits, -1, &t, &err);
		n_found += t.n_wrong;
	}
	ok(n_found > 5 && n_found < 59, "another one for other bits");
	start(N, 4);
	c.problem.out[0].rank = out.rank = 2;
	c.problem.out[0].shape[0] = out.shape[0] = N / 5000;
	c.problem.out[0].shape[1] = out.shape[1] = 5000;
	aisp_verify_some(&c, &io, 1, -1, &t, &err);
	ok(last_n == 5000 && last_first % 5000 == 0, "a matrix in whole rows");
}

/* Rows of 1000, on as many threads as there are CPUs. */
static void test_spread(void)
{
	struct aisp_err err;
	cpu_set_t all;
	int64_t n_cpus, wrong_elem;

	sched_getaffinity(0, sizeof(all), &all);
	n_cpus = CPU_COUNT(&all);
	start(N, 4);
	c.problem.out[0].rank = out.rank = 2;
	c.problem.out[0].shape[0] = out.shape[0] = N / 1000;
	c.problem.out[0].shape[1] = out.shape[1] = 1000;
	t.cpus = &all;
	calls = 0;
	ok(!aisp_verify_some(&c, &io, 1, -1, &t, &err) &&
		   calls == (n_cpus < N / 1000 ? n_cpus : N / 1000),
	   "without time a block on each CPU");
	ok(last_first % 1000 == 0 && last_n == 1000, "which is a whole row");
	got[N - 1] = 9;
	t = (struct aisp_tally){ .cpus = &all };
	ok(!aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, &err) &&
		   t.n_elems == N && t.n_wrong == 1 && t.wrong.elem == N - 1,
	   "with time enough each element once");
	for (int i = 0; i < N; i++)
		got[i] = 9;
	t = (struct aisp_tally){ 0 };
	aisp_verify_some(&c, &io, 1, -1, &t, &err);
	wrong_elem = t.wrong.elem;
	for (int i = 0; i < 50; i++) {
		t = (struct aisp_tally){ .cpus = &all };
		aisp_verify_some(&c, &io, 1, -1, &t, &err);
		if (t.wrong.elem != wrong_elem)
			break;
	}
	ok(t.wrong.elem == wrong_elem, "the first wrong one is that of one CPU alone");
	c.problem.out[0].by_element = 1;
	t = (struct aisp_tally){ .cpus = &all };
	aisp_verify_some(&c, &io, 1, -1, &t, &err);
	ok(last_n == 32, "parts of a row, if the reference takes them");
}

static void test_words(void)
{
	char text[256];

	with_one(3, 2, 4);
	aisp_tally_describe(&t, &c, text, sizeof(text));
	ok(strstr(text, "1 of the first 100 elements") &&
		   strstr(text, "b[17] is 3 instead of 2"),
	   text);
	start(100, 4);
	for (int i = 0; i < 100; i++)
		got[i] = 2 + 0x1p-20f;
	verify(100);
	aisp_tally_describe(&t, &c, text, sizeof(text));
	ok(strstr(text, "RMS error 0.5 ") != NULL, text);
}

/* A wrong element is counted by its cause. */
static void test_kinds(void)
{
	with_one(0, 0x1p-130, 0x1p-130);
	ok(t.n_flushed == 1 && t.n_wrong == 0, "zero for a subnormal number: flushed");
	with_one(0, 0x1p-126, 4);
	ok(t.n_flushed == 0 && t.n_wrong == 1, "for a normal one: wrong");
	with_one(2 * (1 + 0x1p-12f), 2, 2);
	ok(t.n_low == 1 && t.n_wrong == 0, "as wrong as half precision: low");
	with_one(2.5, 2, 2);
	ok(t.n_wrong == 1 && t.n_low == 0, "more than that: wrong");
}

/* 100 elements should move by `ulps` of 2; the last n_left move only a part of that.
 */
static int with_start_part(int n_left, double ulps, double error_c, double part)
{
	static float before[100];
	struct aisp_tensor in = {
		.data = before, .dtype = AISP_F32, .rank = 1, .shape = { 100 }
	};

	start(100, error_c);
	c.problem.n_in = 1;
	c.problem.in[0] = c.problem.out[0];
	c.problem.out[0].starts_as = 1;
	io.in = &in;
	for (int i = 0; i < 100; i++) {
		before[i] = 2;
		want[i] = 2 + ulps * 0x1p-22;
		got[i] = (float)(2 + (want[i] - 2) * (i < n_left ? part : 1));
	}
	return verify(100);
}

static int with_start(int n_left, double ulps, double error_c)
{
	return with_start_part(n_left, ulps, error_c, 0);
}

/* The bound is 400 2^-24 8: 800 units in the last place of 2. */
static void test_in_place(void)
{
	ok(with_start(0, 100, 400) == 1 && t.lefts.n == 100 && t.lefts.n_left == 0,
	   "an update within the bound of where it began");
	ok(with_start(100, 100, 400) == 0 && aisp_tally_skipped(&t) == 100 &&
		   t.n_unwritten + t.n_wrong + t.n_low == 0,
	   "left out, though each element is within bounds");
	ok(with_start_part(100, 100, 400, 0.2) == 0 &&
		   with_start_part(100, 100, 400, -0.2) == 0 && t.lefts.n_left == 100,
	   "so is what moves a little");
	ok(with_start_part(100, 100, 400, 0.3) == 0 && t.lefts.n_left == 0 &&
		   with_start_part(100, 100, 400, 0.95) == 1,
	   "or by a third of what it should, but not a rough update");
	ok(with_start(26, 100, 400) == 0 && with_start(25, 100, 400) == 1,
	   "a quarter may be chance");
	ok(with_start(100, 0, 400) == 1 && t.lefts.n == 0,
	   "who need not change an element may leave it");
	ok(with_start(60, 4, 400) == 0 && t.lefts.n == 0 && t.lefts.n_left == 0,
	   "all together tell whether some moved that rounding may leave");
	ok(with_start(100, 0.4, 400) == 1, "and those that round to it say nothing");
	ok(with_start(100, 0, 0) == 1 && t.lefts.n == 0, "also where bits must match");
	ok(with_start(100, 2000, 400) == 0 && t.n_low == 100 && t.lefts.n == 0,
	   "an update beyond the bound is simply wrong");
}

/* Of few elements that should change, seven or eight were left unchanged. */
static void test_few_in_place(void)
{
	struct aisp_tally x = {
		.n_elems = 20,
		.lefts = { .n = 20, .n_left = 7, .n_rows = 20, .n_rows_left = 7 }
	};

	ok(!aisp_tally_skipped(&x) && aisp_tally_passes(&x), "seven may be chance");
	x.lefts.n_left = x.lefts.n_rows_left = 8;
	ok(aisp_tally_skipped(&x) == 8 && !aisp_tally_passes(&x),
	   "eight of 20 are none");
}

/* Two outputs of two ranks; the second output is wrong. */
static void test_outputs(void)
{
	static float second[N];
	struct aisp_tensor both[2];
	char text[256];
	struct aisp_err err;

	start(N, 4);
	both[0] = both[1] = out;
	both[1].data = second;
	memcpy(second, got, sizeof(second));
	io.out = both;
	c.problem.n_out = 2;
	c.problem.out[1] = c.problem.out[0];
	c.problem.out[1].name = "d";
	second[N / 2] = 9;
	ok(!aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, &err) &&
		   t.n_elems == 2 * N && t.n_wrong == 1 && t.wrong.output == 1,
	   "each output is compared");
	c.problem.ranks.n = 2;
	aisp_tally_describe(&t, &c, text, sizeof(text));
	ok(strstr(text, "d[6000] of rank 1 is 9 instead of 2") != NULL, text);
	t.wrong.elem--;
	aisp_tally_describe(&t, &c, text, sizeof(text));
	ok(strstr(text, "d[5999] of rank 0 is 9") != NULL, text);
}

/*
 * An output of N right elements beside one of n, each wrong by a share of its bound,
 * which is `size` times as large.
 */
static int with_small(int64_t n, double share, float size)
{
	static float small[N];
	static struct aisp_tensor both[2];
	struct aisp_err err;

	start(N, 4);
	both[0] = both[1] = out;
	both[1].data = small;
	both[1].shape[0] = n;
	io.out = both;
	c.problem.n_out = 2;
	c.problem.out[1] = (struct aisp_spec){ "small", AISP_F32, 1, { n } };
	for (int64_t i = 0; i < N; i++)
		small[i] = 2 + (float)share * 0x1p-19f;
	for (int64_t i = n; i < N; i++)
		terms[i] = 8 * (double)size;
	if (aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, &err))
		return -1;
	return aisp_tally_passes(&t);
}

static void test_small_output(void)
{
	char text[256];
	cpu_set_t all;

	ok(with_small(20, 0.9, 1) == 0 && !aisp_tally_bad(&t),
	   "a large output hides no errors of a small one");
	aisp_tally_describe(&t, &c, text, sizeof(text));
	ok(strstr(text, "RMS error 0.875 of the bound in small, limit 0.4") != NULL,
	   text);
	ok(with_small(1000, 0.4, 1000) == 0, "nor one of larger bounds");
	ok(with_small(1, 1, 1) == 1 && with_small(4, 0.5, 1) == 1 &&
		   with_small(1000, 0.2, 1) == 1,
	   "a few large errors are chance");
	ok(with_small(3, 0.95, 1) == 0, "but not three of them");
	sched_getaffinity(0, sizeof(all), &all);
	with_small(1000, 0.4, 1);
	t = (struct aisp_tally){ .cpus = &all };
	ok(!aisp_verify_some(&c, &io, 1, INT64_C(60000000000), &t, NULL) &&
		   t.squares[0].n == N && t.squares[1].n == 1000 &&
		   !aisp_tally_passes(&t),
	   "nor where several CPUs compare");
}

/* Does a tally pass with one bad element of each of two kinds? */
static bool passes(int first, int second)
{
	struct aisp_tally x = { .n_elems = 10 };
	int64_t *const bad[] = { &x.n_wrong,     &x.n_flushed, &x.n_low,
				 &x.n_unwritten, &x.n_nan,     &x.n_inf };

	++*bad[first];
	++*bad[second];
	return aisp_tally_passes(&x);
}

static void test_sums(void)
{
	int n_passed = 0;

	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			n_passed += passes(i, k);
	ok(aisp_tally_passes(&(struct aisp_tally){ .n_elems = 10 }) && !n_passed,
	   "no kind of bad element makes up for another");
}

int main(void)
{
	test_bound();
	test_rms();
	test_systematic();
	test_exact();
	test_special();
	test_unwritten();
	test_some();
	test_spread();
	test_words();
	test_kinds();
	test_sums();
	test_in_place();
	test_few_in_place();
	test_outputs();
	test_small_output();
	return done();
}
