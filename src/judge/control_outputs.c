/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "base/rng.h"
#include "control_outputs.h"
#include "device/buffers.h"
#include "drop.h"
#include "settles.h"
#include "spoil.h"

#define POISON_KEY 11

void aisp_poison_choice(const struct aisp_contract *c, const struct aisp_io *io, int o)
{
	unsigned char *bytes = io->out[o].data;
	size_t n = aisp_tensor_bytes(&io->out[o]);

	for (size_t i = 0; i < n && c->problem.out[o].is_choice; i++)
		bytes[i] = (unsigned char)aisp_random_at(POISON_KEY, i);
}

/* The reference of output o, in two ranges, of which one does not begin at 0. */
static void ask_in_parts(const struct aisp_contract *c, const struct aisp_io *io, int o,
			 double *ref)
{
	int64_t n = aisp_elems(&io->out[o]), row = aisp_contract_row(c, io, o);
	int64_t half = n / row / 2 * row;

	if (half)
		aisp_contract_reference(c, io, o, 0, half, ref, ref + n);
	aisp_contract_reference(c, io, o, half, n - half, ref + half, ref + n + half);
}

int aisp_output_of_ranges(const struct aisp_contract *c, const struct aisp_io *io)
{
	for (int o = 0; o < c->problem.n_out; o++) {
		int64_t n = aisp_elems(&io->out[o]);
		double *part = malloc(4 * (size_t)n * sizeof(*part)), *all;
		bool is_alike = true;

		if (!part)
			return -1;
		all = part + 2 * n;
		ask_in_parts(c, io, o, part);
		aisp_contract_reference(c, io, o, 0, n, all, all + n);
		for (int64_t i = 0; i < 2 * n; i++)
			is_alike &= aisp_is_same(part[i], all[i]);
		free(part);
		if (!is_alike)
			return o;
	}
	return -1;
}

/* Fill all outputs of io with the reference for its inputs. */
static int write_reference(const struct aisp_contract *c, const struct aisp_io *io,
			   struct aisp_err *err)
{
	/* Zeros, or the control before, may be partly valid: the reference would repeat
	 * them. */
	for (int o = 0; o < c->problem.n_out; o++)
		aisp_poison_choice(c, io, o);
	for (int o = 0; o < c->problem.n_out; o++) {
		int64_t n = aisp_elems(&io->out[o]);
		double *ref = calloc(2 * (size_t)n, sizeof(*ref));

		if (!ref)
			return aisp_err_errno(err, "reference of output %d", o);
		ask_in_parts(c, io, o, ref);
		for (int64_t i = 0; i < n; i++)
			aisp_store(io->out[o].data, io->out[o].dtype, i, ref[i]);
		free(ref);
	}
	return 0;
}

/* The number of elements of output o up to the last that exists. */
static int64_t n_there(const struct aisp_contract *c, const struct aisp_io *io, int o)
{
	int64_t n = aisp_elems(&io->out[o]);
	double *ref = c->problem.out[o].is_ragged ? malloc(2 * (size_t)n * sizeof(*ref))
						  : NULL;

	if (!ref)
		return n;
	aisp_contract_reference(c, io, o, 0, n, ref, ref + n);
	for (const double *mag = ref + n; n > 0 && aisp_is_none(c, o, mag[n - 1]);)
		n--;
	free(ref);
	return n;
}

/* Replace the right outputs by those of control k. False if that changes nothing, as
 * when an input is copied in a workload that copies it. */
static bool replace(const struct aisp_contract *c, const struct aisp_io *io,
		    enum aisp_control k)
{
	bool is_wrong = false;

	for (int o = 0; o < c->problem.n_out; o++) {
		const struct aisp_tensor *t = &io->out[o];
		int64_t n = n_there(c, io, o);

		for (int64_t i = 0; i < n; i++) {
			double was = aisp_load(t->data, t->dtype, i);
			double is = aisp_control_value(k, io, i, i, n, was);

			is_wrong |= !aisp_is_same(was, is);
			aisp_store(t->data, t->dtype, i, is);
		}
	}
	return is_wrong;
}

/* Round x to a type of unit roundoff u, a power of two. */
static double round_to(double x, double u)
{
	int e, bits = -ilogb(u);
	double m;

	if (x == 0 || !isfinite(x))
		return x;
	m = frexp(x, &e);
	return ldexp(rint(ldexp(m, bits)), e - bits);
}

/* Lower the inputs' precision; returns 0 if no input has a lower one. */
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

/* Apply the update to its own results, for output o; changes the inputs. */
static int update_again(const struct aisp_contract *c, const struct aisp_io *io, int o,
			double *ref, struct aisp_err *err)
{
	int64_t n = aisp_elems(&io->out[o]);

	if (write_reference(c, io, err))
		return -1;
	for (int k = 0; k < c->problem.n_out; k++)
		if (c->problem.out[k].starts_as)
			memcpy(io->in[c->problem.out[k].starts_as - 1].data,
			       io->out[k].data, aisp_tensor_bytes(&io->out[k]));
	aisp_contract_reference(c, io, o, 0, n, ref, ref + n);
	return 0;
}

/* Fill output o with ref.  Returns 1 if it held that already, as where a second update
 * changes nothing. */
static int overwrite(const struct aisp_tensor *t, const double *ref)
{
	int64_t n_same = 0;

	for (int64_t i = 0; i < aisp_elems(t); i++) {
		double was = aisp_load(t->data, t->dtype, i);

		aisp_store(t->data, t->dtype, i, ref[i]);
		n_same += aisp_is_same(aisp_load(t->data, t->dtype, i), was);
	}
	return n_same == aisp_elems(t);
}

int aisp_control_make_update(const struct aisp_contract *c, const struct aisp_io *io,
			     enum aisp_dist dist, uint64_t key, enum aisp_control k,
			     int o, bool *settles, struct aisp_err *err)
{
	const struct aisp_tensor *t = &io->out[o];
	const struct aisp_tensor *start = &io->in[c->problem.out[o].starts_as - 1];
	double *ref = malloc(2 * (size_t)aisp_elems(t) * sizeof(*ref));
	int rc = -1;

	if (!ref)
		return aisp_err_errno(err, "reference of output %d", o);
	if (k == AISP_CONTROL_TWICE && update_again(c, io, o, ref, err))
		goto out;
	aisp_contract_fill(c, io, dist, key);
	if (write_reference(c, io, err))
		goto out;
	rc = 0;
	*settles = k == AISP_CONTROL_TWICE && aisp_update_settles(start, t, ref);
	if (k == AISP_CONTROL_TWICE)
		rc = overwrite(t, ref);
	else
		memcpy(t->data, start->data, aisp_tensor_bytes(t));
out:
	free(ref);
	return rc;
}

int aisp_control_make(const struct aisp_contract *c, const struct aisp_io *io,
		      enum aisp_dist dist, uint64_t key, enum aisp_control k, int try,
		      struct aisp_err *err)
{
	int is_na = 0;

	if (k == AISP_CONTROL_PREVIOUS)
		aisp_contract_fill(c, io, dist, key + 1);
	if (k == AISP_CONTROL_PRECISION)
		is_na = !lower_inputs(c, io);
	if (k == AISP_CONTROL_TERMS)
		is_na = !aisp_drop_terms(c, io, AISP_LEFT_OUT - 1 - try, AISP_LEFT_OUT);
	if (write_reference(c, io, err))
		return -1;
	aisp_contract_fill(c, io, dist, key);
	if (k == AISP_CONTROL_ZEROS || k == AISP_CONTROL_CONSTANT ||
	    k == AISP_CONTROL_TAIL)
		replace(c, io, k);
	if (k == AISP_CONTROL_INPUT)
		is_na = !c->problem.n_in || !replace(c, io, k);
	if (k == AISP_CONTROL_ONE)
		aisp_spoil_one(c, io, aisp_random_at(key, (uint64_t)try));
	return is_na;
}
