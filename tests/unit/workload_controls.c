/* SPDX-License-Identifier: MIT
 *
 * Controls of a model of 16 bits: the size of an error of one element; and inputs of
 * lower precision if the outputs are integers.
 */
#include <aisp/bf16.h>

#include "judge/contract.h"
#include "judge/contract_trial.h"
#include "judge/workload_controls.h"
#include "tap.h"
#include <string.h>

static enum aisp_dtype out_dtype = AISP_BF16;
static double error_c = 4;
static double high, low; /* the output's elements, in turn */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_BF16, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", out_dtype, 1, { p[0] } });
	pr->error_c = error_c;
}

/* Each element is a sum of terms of size 1, whatever its value. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = (first + i) % 2 ? high : low;
		mag[i] = 1;
	}
}

/* No output satisfies this, not even the reference's. */
static const char *invariant(const struct aisp_io *io)
{
	(void)io;
	return "the outputs are of one size";
}

static struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "by hand",
	.n_params = 1,
	.params = { { "n", 64, 64, 64, "elements" } },
	.problem = problem,
	.reference = reference,
};

static char said[256]; /* message of the last control */

static enum aisp_control_result try(enum aisp_control control, double first,
				    double second)
{
	struct aisp_contract c = { .workload = &workload };
	enum aisp_control_result result = AISP_CONTROL_NA;
	uint32_t caught = 0;
	struct aisp_err err = { 0 };

	low = first;
	high = second;
	aisp_contract_preset(&c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_control_run(&c, AISP_DIST_NORMAL, 1, control, &result, said, &caught,
			     &err))
		printf("# %s\n", err.msg);
	return result;
}

static enum aisp_control_result one_off(double first, double second)
{
	return try(AISP_CONTROL_ONE, first, second);
}

/* s += step, in place, for elements of any value; with a step of 0 they stay.  A share
 * of their mean may be taken away, too. */
static double step, share_of_mean;
static double size = 100; /* of terms, which their bounds follow */
static bool has_stored;   /* a further output holds 1, whatever it began as */

static void update_problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[0] } });
	aisp_add_inout(pr, (struct aisp_spec){ "s", AISP_F32, 1, { p[0] } });
	if (has_stored)
		aisp_add_inout(pr, (struct aisp_spec){ "z", AISP_F32, 1, { p[0] } });
	pr->error_c = 4;
}

/* With a step of 100 the result is always 100: another update changes nothing. */
static void update_reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
			     double *ref, double *mag)
{
	const float *s = (const float *)io->in[0].data;
	double mean = 0;

	for (int64_t i = 0; i < 64; i++)
		mean += (double)s[i] / 64;
	for (int64_t i = 0; i < n; i++) {
		ref[i] =
			o == 1 ? (double)s[first + i] + step - share_of_mean * mean : 1;
		if (o == 1 && step == 100)
			ref[i] = 100;
		mag[i] = size;
	}
}

static enum aisp_control_result update(enum aisp_control control, double by)
{
	static const struct aisp_workload updates = {
		.abi = AISP_ABI,
		.title = "in place",
		.n_params = 1,
		.params = { { "n", 64, 64, 64, "elements" } },
		.problem = update_problem,
		.reference = update_reference,
	};
	struct aisp_contract c = { .workload = &updates };
	enum aisp_control_result result = AISP_CONTROL_NA;
	uint32_t caught = 0;
	struct aisp_err err = { 0 };

	step = by;
	aisp_contract_preset(&c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_control_run(&c, AISP_DIST_UNIFORM, 1, control, &result, said, &caught,
			     &err))
		printf("# %s\n", err.msg);
	return result;
}

static void test_updates(void)
{
	ok(update(AISP_CONTROL_LEFT, 1) == AISP_CONTROL_OK &&
		   update(AISP_CONTROL_TWICE, 1) == AISP_CONTROL_OK,
	   "no update fails, and so does one that is applied twice");
	ok(update(AISP_CONTROL_LEFT, 0) == AISP_CONTROL_WRONG,
	   "where none is needed the contract says nothing");
	ok(update(AISP_CONTROL_TWICE, 0x1p-19) == AISP_CONTROL_WRONG,
	   "a bound that lets a second update pass is too wide");
	ok(update(AISP_CONTROL_TWICE, 100) == AISP_CONTROL_NA,
	   "where a second update changes nothing there is no such thing");
	has_stored = true;
	ok(update(AISP_CONTROL_TWICE, 1) == AISP_CONTROL_OK,
	   "of one output, which does not excuse others");
	has_stored = false;
	ok(update(AISP_CONTROL_TWICE, NAN) == AISP_CONTROL_NA, "be it NaN");
	ok(try(AISP_CONTROL_LEFT, 1, 2) == AISP_CONTROL_NA &&
		   try(AISP_CONTROL_TWICE, 1, 2) == AISP_CONTROL_NA,
	   "nor where nothing is updated in place");
}

/* Each range begins with element 0. */
static void from_zero(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first;
	for (int64_t i = 0; i < n; i++)
		ref[i] = mag[i] = 1 + (double)i;
}

static void test_ranges(void)
{
	void (*right)(const struct aisp_io *, int, int64_t, int64_t, double *,
		      double *) = workload.reference;

	ok(try(AISP_CONTROL_ROUNDED, 1, 2) == AISP_CONTROL_OK, "a right reference");
	workload.reference = from_zero;
	ok(try(AISP_CONTROL_ROUNDED, 1, 2) == AISP_CONTROL_WRONG &&
		   strstr(said, "reference() of 'b' gives other values for a range"),
	   "one that ignores where its range begins");
	workload.reference = right;
}

/* A share of the mean is taken away, under bounds of terms of that size. */
static enum aisp_control_result centre(enum aisp_control control, double part,
				       double terms)
{
	enum aisp_control_result result;

	share_of_mean = part;
	size = terms;
	result = update(control, 0);
	share_of_mean = 0;
	size = 100;
	return result;
}

static void test_settled(void)
{
	ok(centre(AISP_CONTROL_TWICE, 1, 1) == AISP_CONTROL_NA &&
		   strstr(said, "a second update leaves 's' within its bound") != NULL,
	   "what is centred stays so: a second update is no wrong output");
	ok(centre(AISP_CONTROL_LEFT, 1, 1) == AISP_CONTROL_OK, "none at all is one");
	ok(centre(AISP_CONTROL_TWICE, 0.5, 1) == AISP_CONTROL_OK &&
		   centre(AISP_CONTROL_TWICE, 0.5, 1e8) == AISP_CONTROL_WRONG,
	   "half the mean taken away twice is one, too, unless the bound is too wide");
}

/* All outputs are a sum of the inputs, magnitude and all. */
static void sum(const struct aisp_io *io, int o, int64_t first, int64_t n, double *ref,
		double *mag)
{
	(void)o, (void)first;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = mag[i] = 0;
		for (int64_t k = 0; k < aisp_elems(&io->in[0]); k++) {
			double x = aisp_bf16_at(&io->in[0], k);

			ref[i] += x;
			mag[i] += fabs(x);
		}
	}
}

/* For a sum of n terms under that bound: the controls that pass, or the share of terms
 * that may be missing. */
static double loose_sum(double c, int64_t n, bool is_share)
{
	struct aisp_workload sums = workload;
	struct aisp_contract contract = { .workload = &sums, .param = { n } };
	struct aisp_err err = { 0 };
	struct aisp_looseness loose;

	sums.reference = sum;
	error_c = c;
	if (aisp_contract_evaluate(&contract, &err))
		printf("# %s\n", err.msg);
	if (aisp_contract_loose(&contract, AISP_DIST_NORMAL, 1, &loose, &err))
		printf("# %s\n", err.msg);
	return is_share ? loose.share : loose.controls;
}

static int loose_of(double c, int64_t n)
{
	return (int)loose_sum(c, n, false);
}

static void test_loose(void)
{
	const int all = 1 << AISP_CONTROL_ZEROS | 1 << AISP_CONTROL_CONSTANT |
			1 << AISP_CONTROL_INPUT | 1 << AISP_CONTROL_TAIL |
			1 << AISP_CONTROL_TERMS | 1 << AISP_CONTROL_SMALLER |
			1 << AISP_CONTROL_ESTIMATE;

	out_dtype = AISP_BF16;
	ok(loose_of(1, 512) == 0, "a bound of one rounding is not loose");
	ok(loose_of(1e6, 512) == all, "one as wide as the values lets all pass");
	ok(loose_of(aisp_error_sum(512), 512) & 1 << AISP_CONTROL_TERMS,
	   "that of a sum in 16 bits lets terms be left out");
}

/* The sum of n terms is off by the square root of those that are missing, and may be by
 * c / 4 times the roundoff, 2^-9, times 0.8 n. */
static void test_loose_share(void)
{
	out_dtype = AISP_BF16;
	ok(loose_sum(4, 512, true) == 0, "a bound of one rounding of few terms");
	ok(loose_sum(1e6, 512, true) == 0, "none where a control passes");
	ok(loose_sum(15, 512, true) == 1.0 / 23, "one between: fewer than a 23rd");
	out_dtype = AISP_F32;
	ok(loose_sum(aisp_error_sum(512), 512, true) == 0, "none in fp32");
}

/* Each output is the sum of a row; another output is an input itself. */
static double share; /* of the terms' sizes, that the sums may be off */

static void problem_rows(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[0], p[0] } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "d", AISP_F32, 1, { p[0] } });
	pr->error_c = share * 0x1p24;
}

static void reference_rows(const struct aisp_io *io, int o, int64_t first, int64_t n,
			   double *ref, double *mag)
{
	int64_t cols = io->param[0];

	for (int64_t i = 0; i < n; i++) {
		const float *a = (const float *)io->in[0].data + (first + i) * cols;

		ref[i] = o ? (double)((const float *)io->in[1].data)[first + i] : 0;
		mag[i] = 0;
		for (int64_t k = 0; k < cols && !o; k++) {
			ref[i] += (double)a[k];
			mag[i] += fabs((double)a[k]);
		}
	}
}

static bool misses_smaller(double may_be_off)
{
	const struct aisp_workload rows = { .abi = AISP_ABI,
					    .title = "rows",
					    .n_params = 1,
					    .params = { { "n", 64, 64, 64, "" } },
					    .problem = problem_rows,
					    .reference = reference_rows };
	struct aisp_contract c = { .workload = &rows, .param = { 256 } };
	struct aisp_err err = { 0 };
	struct aisp_looseness loose;

	share = may_be_off;
	if (aisp_contract_evaluate(&c, &err))
		printf("# %s\n", err.msg);
	return !aisp_contract_loose(&c, AISP_DIST_NORMAL, 1, &loose, &err) &&
	       loose.controls == 1 << AISP_CONTROL_SMALLER;
}

/* Of 256 normal numbers, whose sizes add up to 204, the smaller 45 % come to 3.6, give
 * or take; the sum to 16. */
static void test_smaller(void)
{
	ok(misses_smaller(0.1),
	   "a bound may hide the smaller ones of all terms, though "
	   "another output shows each of its own");
	ok(!misses_smaller(0.01), "one that shows it is not loose");
}

/*
 * One row in eight has no number, all others have a few that are none; the first output
 * is the mean of the numbers in its row, or NaN if the row after one without numbers
 * has none in its column 1.  The second output depends on no number.
 */
static void prepare_gaps(const struct aisp_io *io, uint64_t bits)
{
	float *a = io->in[0].data;
	int64_t n = io->param[0];

	for (int64_t i = 0; i < n * n; i++)
		if (i / n % 8 == 0 || (i + (int64_t)(bits % 7)) % 7 == 0)
			a[i] = NAN;
	for (int64_t row = 1; row < n; row += 8)
		a[row * n + 1] = NAN;
}

static void problem_means(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[0], p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "mean", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "gap", AISP_F32, 1, { p[0] } });
	pr->error_c = share * 0x1p24;
}

static void reference_means(const struct aisp_io *io, int o, int64_t first, int64_t n,
			    double *ref, double *mag)
{
	int64_t cols = io->param[0], count;

	for (int64_t i = 0; i < n; i++) {
		const float *a = (const float *)io->in[0].data + (first + i) * cols;

		ref[i] = mag[i] = 0;
		count = 0;
		if (o || ((first + i) % 8 == 1 && isnan(a[1]))) {
			ref[i] = (first + i) % 8 < 2 ? NAN : 1;
			continue;
		}
		for (int64_t k = 0; k < cols; k++) {
			if (isnan(a[k]))
				continue;
			ref[i] += (double)a[k];
			mag[i] += fabs((double)a[k]);
			count++;
		}
		ref[i] = count ? ref[i] / (double)count : NAN;
		mag[i] = count ? mag[i] / (double)count : 0;
	}
}

static const struct aisp_workload means = { .abi = AISP_ABI,
					    .title = "means of numbers",
					    .n_params = 1,
					    .params = { { "n", 64, 64, 64, "" } },
					    .problem = problem_means,
					    .prepare = prepare_gaps,
					    .reference = reference_means };

static int loose_means(double may_be_off)
{
	struct aisp_contract c = { .workload = &means, .param = { 256 } };
	struct aisp_err err = { 0 };
	struct aisp_looseness loose;

	share = may_be_off;
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_contract_loose(&c, AISP_DIST_NORMAL, 1, &loose, &err))
		return -1;
	return loose.controls;
}

static void test_gaps(void)
{
	ok(loose_means(0.001) == 0,
	   "answers that are no numbers do not hide what is missing in others");
	ok(loose_means(0.1) & 1 << AISP_CONTROL_SMALLER &&
		   loose_means(1) & 1 << AISP_CONTROL_ESTIMATE,
	   "nor do they show what a wide bound hides");
}

/* Places, none of which prepare() makes 0; the reference is asked about others. */
static bool has_lost_places;

static void problem_places(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "at", AISP_I32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_I32, 1, { p[0] } });
}

static void prepare_places(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	for (int64_t i = 0; i < io->param[0]; i++)
		((int32_t *)io->in[0].data)[i] = (int32_t)i + 1;
}

static void reference_places(const struct aisp_io *io, int o, int64_t first, int64_t n,
			     double *ref, double *mag)
{
	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = ((const int32_t *)io->in[0].data)[first + i];
		mag[i] = 0;
		has_lost_places |= !ref[i];
	}
}

static void test_places(void)
{
	const struct aisp_workload whole = workload;

	workload.problem = problem_places;
	workload.prepare = prepare_places;
	workload.reference = reference_places;
	ok(try(AISP_CONTROL_TERMS, 0, 0) == AISP_CONTROL_NA && !has_lost_places,
	   "places that prepare() chose are no terms that could be missing");
	workload.prepare = NULL;
	ok(try(AISP_CONTROL_TERMS, 0, 0) == AISP_CONTROL_OK && has_lost_places,
	   "numbers are");
	workload = whole;
}

int main(void)
{
	test_places();
	test_updates();
	test_ranges();
	test_settled();
	ok(one_off(1, 2) == AISP_CONTROL_OK, "a neighbour's value is caught");
	ok(one_off(1, 1 + 0x1p-6) == AISP_CONTROL_OK,
	   "a neighbour within a few roundings does not stand for an element off");
	ok(one_off(1, -1) == AISP_CONTROL_OK, "nor does the sign matter");
	ok(one_off(0.001, 0.002) == AISP_CONTROL_WRONG,
	   "a model that lets pass what is all its results is wrong");
	ok(try(AISP_CONTROL_PRECISION, 1, 2) == AISP_CONTROL_PARTIAL,
	   "a bound that lets the next-lower precision pass is partial");
	ok(try(AISP_CONTROL_ZEROS, 0, 0) == AISP_CONTROL_NA &&
		   strstr(said, "right output") != NULL &&
		   try(AISP_CONTROL_ZEROS, 0, 0x1p-9) == AISP_CONTROL_WRONG,
	   "zeros that are right are no control; those that are nearly so fail");
	ok(one_off(NAN, NAN) == AISP_CONTROL_NA && one_off(NAN, 1) == AISP_CONTROL_OK &&
		   one_off(1, NAN) == AISP_CONTROL_OK,
	   "NaN cannot be off, numbers beside it can");
	out_dtype = AISP_F8E4M3;
	ok(one_off(448, 448) == AISP_CONTROL_NA && one_off(448, 416) == AISP_CONTROL_OK,
	   "an element at the largest number cannot be off, others are");
	out_dtype = AISP_I32;
	ok(try(AISP_CONTROL_PRECISION, 1, 2) == AISP_CONTROL_NA,
	   "whole numbers must match: there is no such bound");
	ok(one_off(1, 2) == AISP_CONTROL_OK, "and one of them off is caught");
	out_dtype = AISP_U64;
	ok(try(AISP_CONTROL_ROUNDED, 1, 0x1p53) == AISP_CONTROL_OK &&
		   try(AISP_CONTROL_ROUNDED, 1, 0x1p60) == AISP_CONTROL_PARTIAL &&
		   strstr(said, "'b' holds integers beyond 2^53") != NULL,
	   "of integers beyond 2^53 not all bits are compared, which is told");
	out_dtype = AISP_I32;
	workload.invariant = invariant;
	ok(try(AISP_CONTROL_ROUNDED, 1, 2) == AISP_CONTROL_WRONG &&
		   !strcmp(said, "the invariant: the outputs are of one size"),
	   "right outputs that break the invariant are not right");
	ok(one_off(1, 2) == AISP_CONTROL_OK && !strstr(said, "invariant"),
	   "a wrong element comes before the invariant");
	workload.invariant = NULL;
	test_loose();
	test_loose_share();
	test_smaller();
	test_gaps();
	return done();
}
