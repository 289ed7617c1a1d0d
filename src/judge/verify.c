/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/dtype.h"
#include "verify.h"

#define RMS_SHARE  0.25 /* of the bound; workload.h */
#define RARE_SIGMA 4.75 /* of a normal distribution: one in a million is larger */
/* Rounding each input to the next-lower precision, with random signs, adds up to less
 * than a unit roundoff of the sum of absolute values. */
#define LOWER_C 2
/*
 * Rounding cannot hide an update of more units in the last place than this; a variant
 * with larger errors meets one value in many by chance.
 */
#define NEAR_ULPS   4
#define LEFT_SHARE  0.25 /* of the way: less is no update; errors rarely end there */
#define SKIPPED_MIN 8

int64_t aisp_tally_bad(const struct aisp_tally *t)
{
	return t->n_wrong + t->n_flushed + t->n_low + t->n_unwritten + t->n_nan +
	       t->n_inf;
}

/* The bounds for comparing one output's elements. */
struct bounds {
	double cu, tiny;
	double normal; /* the dtype's smallest normal number */
	double lower;  /* next-lower precision's bound over the dtype's */
	double ulp;    /* at most, for a number of size 1 */
};

/* Count each bad element once, under the best explanation. */
static void note_bad(struct aisp_tally *t, const struct bounds *b, int o, int64_t i,
		     double got, double want, double bound)
{
	if (aisp_tally_bad(t) == 0)
		t->wrong = (struct aisp_wrong){ o, i, got, want, bound };
	if (t->is_unwritten && t->is_unwritten(t->arg, o, i))
		t->n_unwritten++;
	else if (isnan(got) && !isnan(want))
		t->n_nan++;
	else if (isinf(got) && isfinite(want))
		t->n_inf++;
	else if (got == 0 && fabs(want) < b->normal)
		t->n_flushed++;
	else if (fabs(got - want) <= b->lower * bound)
		t->n_low++;
	else
		t->n_wrong++;
}

/* Special values must match exactly: NaN with NaN, an infinity with the same one. */
static int is_special_ok(double x, double want)
{
	return isnan(want) ? isnan(x) : x == want;
}

static void compare(struct aisp_tally *t, const struct bounds *b, int o, int64_t i,
		    double x, double want, double mag)
{
	double error = fabs(x - want), bound = b->cu * mag + b->tiny;

	t->n_elems++;
	if (!isfinite(want)) {
		if (!is_special_ok(x, want))
			note_bad(t, b, o, i, x, want, 0);
		return;
	}
	if (!(error <= bound)) /* false for NaN too */
		note_bad(t, b, o, i, x, want, bound);
	else
		t->squares[o].error += error * error;
	t->squares[o].bound += bound * bound;
	t->squares[o].n++;
	if (error > 0 && !(error / bound <= t->max_ratio))
		t->max_ratio = error / bound;
}

/* The element started as `start`: does that pass as right, although it must change? */
static void note_start(struct aisp_tally *t, const struct bounds *b, int o, double x,
		       double start, double want, double mag)
{
	double moved = fabs(want - start), bound = b->cu * mag + b->tiny;

	if (!(moved <= bound) || fabs(want) < b->normal ||
	    moved <= NEAR_ULPS * b->ulp * fabs(want))
		return;
	t->n_near++;
	t->n_left += fabs(x - start) <= moved * LEFT_SHARE;
	if (fabs(x - want) <= bound) /* else it is wrong anyway */
		aisp_updates_note(&t->updates[o], (want - start) / bound,
				  (x - start) / bound);
}

/*
 * aisp_error_sum() assumes a random walk of n steps; if terms are equal, or rise
 * evenly, all n steps have one sign.  This bound holds for any terms.
 */
static double worst_c(double error_c)
{
	double root = fmax(0, error_c - aisp_error_sum(0)) / 2;

	return error_c + root * root;
}

static struct bounds bounds_of(const struct aisp_problem *pr, enum aisp_dtype dtype,
			       bool is_structured)
{
	double u = aisp_dtype_roundoff(dtype), tiny = aisp_dtype_tiny(dtype);
	double c = is_structured ? worst_c(pr->error_c) : pr->error_c;

	if (!u || !(pr->error_c > 0)) /* bits must match */
		return (struct bounds){ 0 };
	return (struct bounds){ .cu = c * u,
				.tiny = 2 * tiny,
				.normal = tiny / (2 * u),
				.ulp = 2 * u,
				.lower = LOWER_C * aisp_dtype_lower_roundoff(dtype) /
					 (c * u) };
}

void aisp_verify_values(const struct aisp_contract *c, const struct aisp_io *io, int o,
			int64_t first, int64_t n, const double *ref,
			struct aisp_tally *t)
{
	const struct aisp_tensor *out = &io->out[o];
	const struct bounds bounds =
		bounds_of(&c->problem, out->dtype, t->is_structured);
	int start = c->problem.out[o].starts_as;

	for (int64_t i = 0; i < n; i++)
		if (!aisp_is_none(c, o, ref[n + i]))
			compare(t, &bounds, o, first + i,
				aisp_load(out->data, out->dtype, first + i), ref[i],
				ref[n + i]);
	for (int64_t i = 0; i < n && start; i++)
		note_start(t, &bounds, o, aisp_load(out->data, out->dtype, first + i),
			   aisp_load(io->in[start - 1].data, out->dtype, first + i),
			   ref[i], ref[n + i]);
}

int aisp_verify_slice(const struct aisp_contract *c, const struct aisp_io *io, int o,
		      int64_t first, int64_t n, struct aisp_tally *t,
		      struct aisp_err *err)
{
	double *ref = malloc(2 * (size_t)n * sizeof(*ref));

	if (!ref)
		return aisp_err_errno(err, "reference of %" PRId64 " elements", n);
	aisp_contract_reference(c, io, o, first, n, ref, ref + n);
	aisp_verify_values(c, io, o, first, n, ref, t);
	free(ref);
	return aisp_contract_check(c, err);
}

static double rms_ratio(const struct aisp_tally *t, const struct aisp_squares *s)
{
	double ratio = s->error > 0 ? sqrt(s->error / s->bound) : 0;

	return t->is_structured ? ratio * RMS_SHARE : ratio;
}

static double rms_of_all(const struct aisp_tally *t)
{
	struct aisp_squares all = { 0 };

	for (int o = 0; o < AISP_MAX_IO; o++) {
		all.error += t->squares[o].error;
		all.bound += t->squares[o].bound;
	}
	return rms_ratio(t, &all);
}

/*
 * The factor by which the root mean square of n errors may exceed its expectation: the
 * approximation of chi squared by E. B. Wilson and M. M. Hilferty (PNAS 17, 1931).
 */
static double by_chance(int64_t n)
{
	double variance = 2 / (9 * (double)n);

	return pow(1 - variance + RARE_SIGMA * sqrt(variance), 1.5);
}

/* The output's RMS ratio, divided by what chance explains. */
static double rms_of_one(const struct aisp_tally *t, int o)
{
	double ratio = rms_ratio(t, &t->squares[o]);

	return ratio > 0 ? ratio / by_chance(t->squares[o].n) : 0;
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
	return t->n_left >= SKIPPED_MIN && 4 * t->n_left > t->n_near;
}

int64_t aisp_tally_skipped(const struct aisp_tally *t)
{
	int64_t n = is_left(t) ? t->n_left : 0;

	for (int o = 0; o < AISP_MAX_IO && !n; o++)
		if (aisp_updates_are_unrelated(&t->updates[o]))
			n = t->updates[o].n;
	return n;
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

static void describe_rms(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size)
{
	int o = worst_output(t);
	double ratio = rms_ratio(t, &t->squares[o]);

	if (c->problem.n_out > 1 && rms_of_one(t, o) > RMS_SHARE)
		snprintf(text, size, "RMS error %.3g of the bound in %s, limit %.3g",
			 ratio, c->problem.out[o].name,
			 RMS_SHARE * by_chance(t->squares[o].n));
	else
		snprintf(text, size, "RMS error %.3g of the bound, limit %.3g",
			 rms_of_all(t), RMS_SHARE);
}

void aisp_tally_describe(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size)
{
	char rank[32];

	if (aisp_tally_bad(t))
		snprintf(text, size,
			 "%s[%" PRId64 "]%s is %.9g instead of %.9g +- %.3g; %" PRId64
			 " of %" PRId64 " elements out of bounds",
			 c->problem.out[t->wrong.output].name, t->wrong.elem,
			 rank_of(c, t->wrong.output, t->wrong.elem, rank), t->wrong.got,
			 t->wrong.want, t->wrong.bound, aisp_tally_bad(t), t->n_elems);
	else if (is_left(t))
		snprintf(text, size,
			 "%" PRId64 " of %" PRId64 " elements to be updated by less "
			 "than their bound were left about as they were",
			 t->n_left, t->n_near);
	else if (aisp_tally_skipped(t))
		snprintf(text, size,
			 "%" PRId64 " elements of an output, to be updated by less "
			 "than their bound, moved, but not as they had to",
			 aisp_tally_skipped(t));
	else
		describe_rms(t, c, text, size);
}
