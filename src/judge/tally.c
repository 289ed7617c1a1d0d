/* SPDX-License-Identifier: MIT
 *
 * tally.c - does the error model hold for the elements that verify.c compared?
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dtype.h"
#include "verify.h"

#define RMS_SHARE  0.25 /* of the bound; workload.h */
#define RARE_SIGMA 4.75 /* of a normal distribution: one in a million is larger */

int64_t aisp_tally_bad(const struct aisp_tally *t)
{
	return t->n_wrong + t->n_flushed + t->n_low + t->n_unwritten + t->n_nan +
	       t->n_inf;
}

static double rms_ratio(const struct aisp_tally *t, const struct aisp_squares *s)
{
	double ratio = s->error > 0 ? sqrt(s->error / s->bound) : 0;

	return t->is_structured ? ratio * RMS_SHARE : ratio;
}

/*
 * The factor by which the root mean square of n errors may exceed its expectation: the
 * approximation of chi squared by E. B. Wilson and M. M. Hilferty (PNAS 17, 1931).
 */
static double by_chance(double n)
{
	double variance = 2 / (9 * n);

	return pow(1 - variance + RARE_SIGMA * sqrt(variance), 1.5);
}

/* The output's RMS ratio, divided by what chance explains. */
static double rms_of_one(const struct aisp_tally *t, int o)
{
	double ratio = rms_ratio(t, &t->squares[o]);

	return ratio > 0 ? ratio / by_chance((double)t->squares[o].n) : 0;
}

static struct aisp_squares sum_up(const struct aisp_tally *t)
{
	struct aisp_squares all = { 0 };

	for (int o = 0; o < AISP_MAX_IO; o++) {
		all.n += t->squares[o].n;
		all.error += t->squares[o].error;
		all.bound += t->squares[o].bound;
	}
	return all;
}

/* As many elements of equal bounds would vary as much: few, if an output of few has the
 * largest bounds (F. E. Satterthwaite, Biometrics Bulletin 2, 1946). */
static double n_alike(const struct aisp_tally *t)
{
	struct aisp_squares all = sum_up(t);
	double variance = 0;

	for (int o = 0; o < AISP_MAX_IO; o++) {
		double share = t->squares[o].bound / all.bound;

		if (t->squares[o].n)
			variance += share * share / (double)t->squares[o].n;
	}
	return 1 / variance;
}

static double chance_of_all(const struct aisp_tally *t)
{
	return t->is_of_many || !(sum_up(t).bound > 0) ? 1 : by_chance(n_alike(t));
}

/* The RMS ratio of all outputs, divided by what chance explains. */
static double rms_of_all(const struct aisp_tally *t)
{
	struct aisp_squares all = sum_up(t);
	double ratio = rms_ratio(t, &all);

	return ratio > 0 ? ratio / chance_of_all(t) : 0;
}

static int worst_output(const struct aisp_tally *t)
{
	int worst = 0;

	for (int o = 1; o < AISP_MAX_IO; o++)
		if (rms_of_one(t, o) > rms_of_one(t, worst))
			worst = o;
	return worst;
}

/* Each output counts alone, too: beside a large one, or one with larger bounds, a small
 * one's errors would be hidden. */
double aisp_tally_rms_ratio(const struct aisp_tally *t)
{
	return fmax(rms_of_all(t), rms_of_one(t, worst_output(t)));
}

static bool is_left(const struct aisp_tally *t)
{
	return aisp_lefts_are_many(&t->lefts, t->is_structured);
}

/* The first output whose elements moved, but not as they had to; -1: none. */
static int unrelated_output(const struct aisp_tally *t)
{
	for (int o = 0; o < AISP_MAX_IO; o++)
		if (aisp_updates_are_unrelated(&t->updates[o], t->is_structured))
			return o;
	return -1;
}

int64_t aisp_tally_skipped(const struct aisp_tally *t)
{
	int o = unrelated_output(t);

	if (is_left(t))
		return t->lefts.n_left;
	return o < 0 ? 0 : aisp_updates_n(&t->updates[o]);
}

int aisp_tally_passes(const struct aisp_tally *t)
{
	return t->n_elems > 0 && aisp_tally_bad(t) == 0 && !aisp_tally_skipped(t) &&
	       aisp_tally_rms_ratio(t) <= RMS_SHARE;
}

/* " of rank 1": whose slice that element is; or "". */
static const char *rank_of(const struct aisp_contract *c, int o, int64_t elem,
			   char text[32])
{
	const struct aisp_spec *s = &c->problem.out[o];
	int64_t n = c->problem.ranks.n, slice = 1;

	text[0] = '\0';
	for (int i = 0; i < s->rank && n; i++)
		slice *= s->shape[i];
	if (n)
		snprintf(text, 32, " of rank %" PRId64, elem / (slice / n));
	return text;
}

/* Is no variant within the limit, as each must round once? */
static void write_hint(const struct aisp_tally *t, const struct aisp_contract *c,
		       char *text, size_t size)
{
	double ratio = aisp_tally_rms_ratio(t);

	text[0] = '\0';
	if (ratio > RMS_SHARE && ratio <= 1 && c->problem.error_c < AISP_ERROR_ONCE)
		snprintf(text, size,
			 "; error_c is %.3g: even a single rounding needs %d",
			 c->problem.error_c, AISP_ERROR_ONCE);
}

static void describe_rms(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size)
{
	int o = worst_output(t);
	double ratio = rms_ratio(t, &t->squares[o]);
	struct aisp_squares all = sum_up(t);
	char hint[100];

	write_hint(t, c, hint, sizeof(hint));
	if (c->problem.n_out > 1 && rms_of_one(t, o) > RMS_SHARE)
		snprintf(text, size, "RMS error %.3g of the bound in %s, limit %.3g%s",
			 ratio, c->problem.out[o].name,
			 RMS_SHARE * by_chance((double)t->squares[o].n), hint);
	else
		snprintf(text, size, "RMS error %.3g of the bound, limit %.3g%s",
			 rms_ratio(t, &all), RMS_SHARE * chance_of_all(t), hint);
}

/* Is the wrong element so small that squares of such numbers underflow?  Shorter types
 * are computed in fp32. */
static bool is_tiny(const struct aisp_tally *t, const struct aisp_contract *c)
{
	enum aisp_dtype dtype = c->problem.out[t->wrong.output].dtype;
	double least = dtype == AISP_F64 ? DBL_MIN : (double)FLT_MIN;

	return aisp_dtype_roundoff(dtype) > 0 &&
	       fmax(fabs(t->wrong.got), fabs(t->wrong.want)) < sqrt(least);
}

/* A reference may be wrong, and give an output of integers what is none. */
static bool is_whole(double x)
{
	return fabs(x) <= 0x1p64 && trunc(x) == x;
}

/* With as many digits as tell them apart; integers with all of theirs. */
static void write_apart(enum aisp_dtype dtype, double got, double want,
			char got_text[32], char want_text[32])
{
	if (!(aisp_dtype_roundoff(dtype) > 0) && is_whole(got) && is_whole(want)) {
		snprintf(got_text, 32, "%.0f", got);
		snprintf(want_text, 32, "%.0f", want);
		return;
	}
	for (int digits = 9; digits <= 17; digits += 4) {
		snprintf(got_text, 32, "%.*g", digits, got);
		snprintf(want_text, 32, "%.*g", digits, want);
		if (strcmp(got_text, want_text) != 0)
			return;
	}
}

/* "s[3] is 1.5, was 1.5 before and should be 1.5000004: "; or "" if none is known. */
static void write_astray(const struct aisp_astray *a, const struct aisp_contract *c,
			 char *text, size_t size)
{
	char rank[32], got[32], want[32], start[32], unused[32], from[100];
	enum aisp_dtype dtype = c->problem.out[a->output].dtype;

	text[0] = '\0';
	if (!a->is_there)
		return;
	write_apart(dtype, a->got, a->want, got, want);
	write_apart(dtype, a->start, a->want, start, unused);
	snprintf(from, sizeof(from), "is %s in input '%.40s'", start,
		 c->problem.in[a->input].name);
	if (a->is_update)
		snprintf(from, sizeof(from), "was %s before", start);
	snprintf(text, size, "%s[%" PRId64 "]%s is %s, %s and should be %s: ",
		 c->problem.out[a->output].name, a->elem,
		 rank_of(c, a->output, a->elem, rank), got, from, want);
}

static void describe_left(const struct aisp_tally *t, const struct aisp_contract *c,
			  char *text, size_t size)
{
	write_astray(&t->left, c, text, size);
	snprintf(text + strlen(text), size - strlen(text),
		 "%" PRId64 " of %" PRId64 " elements that had to change by less than "
		 "their bound were left about as they were",
		 t->lefts.n_left, t->lefts.n);
}

static void describe_unrelated(const struct aisp_tally *t, int o,
			       const struct aisp_contract *c, char *text, size_t size)
{
	const struct aisp_astray *a = &t->astray[o];

	write_astray(a, c, text, size);
	snprintf(text + strlen(text), size - strlen(text),
		 "%" PRId64 " elements of '%s' had to %s by less than their bound, and "
		 "did not do so as the reference does",
		 aisp_updates_n(&t->updates[o]), c->problem.out[o].name,
		 !a->is_there || a->is_update ? "change" : "differ from an input");
}

static void describe_bad(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size)
{
	char rank[32], got[32], want[32];

	write_apart(c->problem.out[t->wrong.output].dtype, t->wrong.got, t->wrong.want,
		    got, want);
	snprintf(text, size,
		 "%s[%" PRId64 "]%s is %s instead of %s +- %.3g%s; %" PRId64
		 " of the first %" PRId64 " elements compared are out of bounds",
		 c->problem.out[t->wrong.output].name, t->wrong.elem,
		 rank_of(c, t->wrong.output, t->wrong.elem, rank), got, want,
		 t->wrong.bound,
		 is_tiny(t, c) ? " (mag must allow for terms that underflow)" : "",
		 aisp_tally_bad(t), t->n_elems);
}

void aisp_tally_describe(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size)
{
	if (aisp_tally_bad(t))
		describe_bad(t, c, text, size);
	else if (is_left(t))
		describe_left(t, c, text, size);
	else if (aisp_tally_skipped(t))
		describe_unrelated(t, unrelated_output(t), c, text, size);
	else
		describe_rms(t, c, text, size);
}
