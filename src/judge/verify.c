/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "verify.h"

/* Rounding each input to the next-lower precision, with random signs, adds up to less
 * than a unit roundoff of the sum of absolute values. */
#define LOWER_C 2
/*
 * Rounding cannot hide an update of more units in the last place than this; a variant
 * with larger errors meets one value in many by chance.
 */
#define NEAR_ULPS 4
/* What follows from a choice may undo roundings: errors depend on what is due. */
#define CHOICE_ULPS 64
#define CLOSE       0.125 /* of the value: an input may pass for an output */
#define LEFT_SHARE  0.25  /* of the way: less is no update; errors rarely end there */
#define ASTRAY_SHARE                                                                   \
	0.5 /* of the way: farther from its end is an example of no update */

/* The bounds for comparing one output's elements. */
struct bounds {
	double cu, tiny;
	double normal; /* the dtype's smallest normal number */
	double lower;  /* next-lower precision's bound over the dtype's */
	double ulp;    /* at most, for a number of size 1 */
	double moves;  /* more ulps than this tell whether a copy was left */
	enum aisp_dtype dtype;
	bool is_real; /* not of integers */
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

/* Is x what the type has for values beyond its largest number, an infinity or that
 * number, and does the right value, give or take a few roundings, round to it, too? */
static bool is_overflow(const struct bounds *b, double x, double want, double bound)
{
	double by = fmin(bound, NEAR_ULPS * b->ulp * fabs(want));

	return b->is_real && x == aisp_rounded(b->dtype, copysign(DBL_MAX, want)) &&
	       x == aisp_rounded(b->dtype, want + copysign(by, want));
}

static void compare(struct aisp_tally *t, const struct bounds *b, int o, int64_t i,
		    double x, double want, double mag)
{
	double error = fabs(x - want), bound = b->cu * mag + b->tiny;

	if (t->is_of_finite && !isfinite(want))
		return;
	t->n_elems++;
	if (!isfinite(want)) {
		if (!is_special_ok(x, want))
			note_bad(t, b, o, i, x, want, 0);
		return;
	}
	if (!(error <= bound) && is_overflow(b, x, want, bound))
		return;
	if (!(error <= bound)) /* false for NaN too */
		note_bad(t, b, o, i, x, want, bound);
	else
		t->squares[o].error += error * error;
	t->squares[o].bound += bound * bound;
	t->squares[o].n++;
	if (error > 0 && !(error / bound <= t->max_ratio))
		t->max_ratio = error / bound;
}

void aisp_astray_keep(struct aisp_astray *first, const struct aisp_astray *one)
{
	if (one->is_there &&
	    (!first->is_there || one->output < first->output ||
	     (one->output == first->output && one->elem < first->elem)))
		*first = *one;
}

/* The element should differ from its start, which is within its bound: does it? */
static void note_move(struct aisp_tally *t, const struct bounds *b, int64_t row,
		      const struct aisp_astray *e, double bound, bool is_clear)
{
	double rounded = aisp_rounded(b->dtype, e->want);
	double due = rounded - e->start;

	if (fabs(e->got - e->want) > bound || isnan(e->got)) /* it is wrong anyway */
		return;
	if (!(due < 0) && !(due > 0))
		return;
	aisp_updates_note(&t->updates[e->output], row, (e->want - e->start) / bound,
			  due / bound, (e->got - e->start) / bound, is_clear);
	if (fabs(e->got - rounded) > ASTRAY_SHARE * fabs(due))
		aisp_astray_keep(&t->astray[e->output], e);
}

/* The element began as e->start, or that is what an input holds in its place: would
 * that pass as right, although it must differ? */
static void note_start(struct aisp_tally *t, const struct bounds *b, int64_t row,
		       const struct aisp_astray *e, double bound)
{
	double moved = fabs(e->want - e->start);
	double ulps = moved / (b->ulp * fabs(e->want));
	bool is_left = fabs(e->got - e->start) <= moved * LEFT_SHARE;

	if (!(moved <= bound) || fabs(e->want) < b->normal ||
	    (!e->is_update && moved > CLOSE * fabs(e->want)))
		return;
	if (ulps > b->moves)
		note_move(t, b, row, e, bound, ulps > NEAR_ULPS);
	if (!(ulps > NEAR_ULPS) || !e->is_update) /* NaN: bits must match */
		return;
	aisp_lefts_note(&t->lefts, row, is_left);
	if (is_left)
		aisp_astray_keep(&t->left, e);
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

static double least_moves(const struct aisp_problem *pr, bool is_structured)
{
	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].is_choice)
			return CHOICE_ULPS;
	return is_structured ? NEAR_ULPS : 0;
}

static struct bounds bounds_of(const struct aisp_problem *pr, enum aisp_dtype dtype,
			       bool is_structured)
{
	double u = aisp_dtype_roundoff(dtype), tiny = aisp_dtype_tiny(dtype);
	double c = is_structured ? worst_c(pr->error_c) : pr->error_c;

	if (!u || !(pr->error_c > 0)) /* bits must match */
		return (struct bounds){ .dtype = dtype, .is_real = u > 0 };
	return (struct bounds){ .dtype = dtype,
				.is_real = true,
				.cu = c * u,
				.tiny = 2 * tiny,
				.normal = tiny / (2 * u),
				.ulp = 2 * u,
				.moves = least_moves(pr, is_structured),
				.lower = LOWER_C * aisp_dtype_lower_roundoff(dtype) /
					 (c * u) };
}

/* Could output o be input k: the one that it updates, or one of its type and shape? */
static bool may_pass_for(const struct aisp_problem *pr, int o, int k)
{
	const struct aisp_spec *out = &pr->out[o], *in = &pr->in[k];

	if (out->starts_as || pr->ranks.n)
		return out->starts_as == k + 1;
	return out->dtype == in->dtype && out->rank == in->rank &&
	       !memcmp(out->shape, in->shape,
		       (size_t)out->rank * sizeof(out->shape[0]));
}

/* Elements [first, first + n) of output o beside those of input k. */
static void note_starts(struct aisp_tally *t, const struct bounds *b,
			const struct aisp_io *io, int o, int k, int64_t first,
			int64_t n, const double *ref, bool is_update)
{
	const struct aisp_tensor *out = &io->out[o];
	int64_t row = out->rank > 1 ? out->shape[out->rank - 1] : 1;

	for (int64_t i = 0; i < n; i++) {
		const struct aisp_astray e = {
			.is_there = true,
			.is_update = is_update,
			.output = o,
			.input = k,
			.elem = first + i,
			.got = aisp_load(out->data, out->dtype, first + i),
			.want = ref[i],
			.start = aisp_load(io->in[k].data, out->dtype, first + i),
		};

		note_start(t, b, e.elem / row, &e, b->cu * ref[n + i] + b->tiny);
	}
}

void aisp_verify_values(const struct aisp_contract *c, const struct aisp_io *io, int o,
			int64_t first, int64_t n, const double *ref,
			struct aisp_tally *t)
{
	const struct aisp_tensor *out = &io->out[o];
	const struct bounds bounds =
		bounds_of(&c->problem, out->dtype, t->is_structured);

	for (int64_t i = 0; i < n; i++)
		if (!aisp_is_none(c, o, ref[n + i]))
			compare(t, &bounds, o, first + i,
				aisp_load(out->data, out->dtype, first + i), ref[i],
				ref[n + i]);
	for (int k = 0; k < c->problem.n_in && bounds.is_real; k++)
		if (may_pass_for(&c->problem, o, k) && io->in[k].data)
			note_starts(t, &bounds, io, o, k, first, n, ref,
				    c->problem.out[o].starts_as > 0);
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
