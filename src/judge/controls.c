/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "controls.h"
#include "device/buffers.h"

static const struct {
	const char *name;
	bool is_right;
} controls[AISP_N_CONTROLS] = {
	[AISP_CONTROL_ROUNDED] = { "rounded reference", true },
	[AISP_CONTROL_ZEROS] = { "zeros", false },
	[AISP_CONTROL_CONSTANT] = { "constant", false },
	[AISP_CONTROL_INPUT] = { "copy of an input", false },
	[AISP_CONTROL_PREVIOUS] = { "previous output", false },
	[AISP_CONTROL_PRECISION] = { "next-lower precision", false },
	[AISP_CONTROL_TAIL] = { "truncated tail", false },
	[AISP_CONTROL_ONE] = { "one element off", false },
};

const char *aisp_control_name(enum aisp_control c)
{
	return controls[c].name;
}

/* All outputs of io become the reference for its inputs. */
static int write_reference(const struct aisp_contract *c, const struct aisp_io *io,
			   struct aisp_err *err)
{
	for (int o = 0; o < c->problem.n_out; o++) {
		int64_t n = aisp_elems(&io->out[o]);
		double *ref = malloc(2 * (size_t)n * sizeof(*ref));

		if (!ref)
			return aisp_err_errno(err, "reference of output %d", o);
		aisp_contract_reference(c, io, o, 0, n, ref, ref + n);
		for (int64_t i = 0; i < n; i++)
			aisp_store(io->out[o].data, io->out[o].dtype, i, ref[i]);
		free(ref);
	}
	return 0;
}

static void set_all(const struct aisp_io *io, int n_out, double x)
{
	for (int o = 0; o < n_out; o++)
		for (int64_t i = 0; i < aisp_elems(&io->out[o]); i++)
			aisp_store(io->out[o].data, io->out[o].dtype, i, x);
}

/* False if the copy is the right output, as it is for a copy. */
static bool copy_input(const struct aisp_io *io, int n_out)
{
	const struct aisp_tensor *in = &io->in[0];
	int64_t n_in = aisp_elems(in);
	bool is_wrong = false;

	for (int o = 0; o < n_out; o++)
		for (int64_t i = 0; i < aisp_elems(&io->out[o]); i++) {
			const struct aisp_tensor *t = &io->out[o];
			double x = aisp_load(in->data, in->dtype, i % n_in);

			is_wrong |= aisp_load(t->data, t->dtype, i) != x;
			aisp_store(t->data, t->dtype, i, x);
		}
	return is_wrong;
}

/* To a type of unit roundoff u, a power of two. */
static double round_to(double x, double u)
{
	int e, bits = -ilogb(u);
	double m;

	if (x == 0 || !isfinite(x))
		return x;
	m = frexp(x, &e);
	return ldexp(rint(ldexp(m, bits)), e - bits);
}

/* 0 if no input has a lower precision. */
static int lower_inputs(const struct aisp_contract *c, const struct aisp_io *io)
{
	int n_lowered = 0;

	for (int k = 0; k < c->problem.n_in; k++) {
		const struct aisp_tensor *t = &io->in[k];
		double u = aisp_dtype_lower_roundoff(t->dtype);

		if (!u || c->problem.in[k].fill != AISP_FILL_REAL)
			continue;
		n_lowered++;
		for (int64_t i = 0; i < aisp_elems(t); i++)
			aisp_store(t->data, t->dtype, i,
				   round_to(aisp_load(t->data, t->dtype, i), u));
	}
	return n_lowered;
}

/* The last sixteenth of each output, at least one element, is zero. */
static void cut_tail(const struct aisp_io *io, int n_out)
{
	for (int o = 0; o < n_out; o++) {
		int64_t n = aisp_elems(&io->out[o]);

		for (int64_t i = n - (n + 15) / 16; i < n; i++)
			aisp_store(io->out[o].data, io->out[o].dtype, i, 0);
	}
}

/*
 * What no model may let pass between two elements is more than 2^-7, or 16
 * roundings, of the larger; in 16 bits, where results that nearly cancel have an error
 * relative to what they are made of, also more than an eighth of all elements' root
 * mean square.
 */
static double least_step(const struct aisp_tensor *t)
{
	int64_t n = aisp_elems(t);
	double sum = 0;

	if (aisp_dtype_roundoff(t->dtype) < 0x1p-16)
		return 0;
	for (int64_t i = 0; i < n; i++) {
		double x = aisp_load(t->data, t->dtype, i);

		sum += isfinite(x) ? x * x : 0;
	}
	return sqrt(sum / (double)n) / 8;
}

/*
 * The first element that differs from its neighbour takes that one's value; a
 * lone element, or one of equals, is off by a 128th.
 */
static void spoil_one(const struct aisp_io *io, uint64_t key)
{
	const struct aisp_tensor *t = &io->out[0];
	int64_t n = aisp_elems(t), first = (int64_t)(key % (uint64_t)n);
	double least = least_step(t);
	double step = fmax(0x1p-7, 16 * aisp_dtype_roundoff(t->dtype));

	for (int64_t k = 0; k < n; k++) {
		int64_t i = (first + k) % n;
		double x = aisp_load(t->data, t->dtype, i);
		double y = aisp_load(t->data, t->dtype, (i + 1) % n);

		if (fabs(x - y) > fmax(step * fmax(fabs(x), fabs(y)), least)) {
			aisp_store(t->data, t->dtype, i, y);
			return;
		}
	}
	aisp_store(t->data, t->dtype, first,
		   1 + aisp_load(t->data, t->dtype, first) * (1 + step));
}

/* Outputs of control k for the inputs that io holds.  1 if there is no such thing. */
static int make(const struct aisp_contract *c, const struct aisp_io *io,
		enum aisp_dist dist, uint64_t key, enum aisp_control k,
		struct aisp_err *err)
{
	int n_out = c->problem.n_out, is_na = 0;

	if (k == AISP_CONTROL_PREVIOUS)
		aisp_contract_fill(c, io, dist, key + 1);
	if (k == AISP_CONTROL_PRECISION)
		is_na = !lower_inputs(c, io);
	if (write_reference(c, io, err))
		return -1;
	aisp_contract_fill(c, io, dist, key);
	if (k == AISP_CONTROL_ZEROS)
		set_all(io, n_out, 0);
	if (k == AISP_CONTROL_CONSTANT)
		set_all(io, n_out, 1);
	if (k == AISP_CONTROL_INPUT)
		is_na = !c->problem.n_in || !copy_input(io, n_out);
	if (k == AISP_CONTROL_TAIL)
		cut_tail(io, n_out);
	if (k == AISP_CONTROL_ONE)
		spoil_one(io, key);
	return is_na;
}

static enum aisp_control_result judge(enum aisp_control k, bool is_passed)
{
	if (is_passed == controls[k].is_right)
		return AISP_CONTROL_OK;
	return k == AISP_CONTROL_PRECISION ? AISP_CONTROL_PARTIAL : AISP_CONTROL_WRONG;
}

/* Bits that must match have no bound that could be too wide. */
static bool is_exact(const struct aisp_problem *pr)
{
	for (int o = 0; o < pr->n_out; o++)
		if (aisp_dtype_roundoff(pr->out[o].dtype) && pr->error_c > 0)
			return false;
	return true;
}

static int verify_all(const struct aisp_contract *c, const struct aisp_io *io,
		      struct aisp_tally *t, struct aisp_err *err)
{
	for (int o = 0; o < c->problem.n_out; o++)
		if (aisp_verify_slice(c, io, o, 0, aisp_elems(&io->out[o]), t, err))
			return -1;
	return 0;
}

int aisp_control_run(const struct aisp_contract *c, enum aisp_dist dist, uint64_t key,
		     enum aisp_control k, enum aisp_control_result *result,
		     char why[256], struct aisp_err *err)
{
	struct aisp_buffers *b =
		aisp_buffers_new(&c->problem, c->param, 1, "", NULL, err);
	struct aisp_tally t = { 0 };
	const char *broken;
	int rc = -1;

	if (!b)
		return -1;
	aisp_contract_fill(c, &b->io[0], dist, key);
	rc = make(c, &b->io[0], dist, key, k, err);
	if (rc > 0) {
		*result = AISP_CONTROL_NA;
		snprintf(why, 256, "not applicable");
		rc = 0;
	} else if (!rc) {
		rc = verify_all(c, &b->io[0], &t, err);
		broken = aisp_contract_invariant(c, &b->io[0]);
		*result = judge(k, aisp_tally_passes(&t) && !broken);
		if (*result == AISP_CONTROL_PARTIAL && is_exact(&c->problem))
			*result = AISP_CONTROL_NA;
		if (aisp_tally_passes(&t) && broken)
			snprintf(why, 256, "the invariant: %s", broken);
		else
			aisp_tally_describe(&t, c, why, 256);
	}
	aisp_buffers_free(b);
	return rc ? rc : aisp_contract_check(c, err);
}
