/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/dtype.h"
#include "base/rng.h"
#include "spoil.h"
#include "trial.h"

#define SAMPLED_ELEMS 256 /* of each output, in whole rows */

/* Choose rows at a random place, or all if there are few. */
static void choose_rows(struct aisp_trial_rows *r, const struct aisp_tensor *out,
			int64_t row, uint64_t bits)
{
	int64_t total = aisp_elems(out) / row;
	int64_t rows = SAMPLED_ELEMS / row > 1 ? SAMPLED_ELEMS / row : 1;

	*r = (struct aisp_trial_rows){ .n = aisp_elems(out) };
	if (rows >= total)
		return;
	r->n = rows * row;
	r->first =
		row * (int64_t)aisp_random_below(bits, 0, (uint64_t)(total - rows + 1));
}

double *aisp_trial_reference(const struct aisp_trial *t, int o, struct aisp_err *err)
{
	const struct aisp_trial_rows *r = &t->rows[o];
	double *ref = malloc(2 * (size_t)r->n * sizeof(*ref));

	if (ref)
		aisp_contract_reference(t->contract, t->io, o, r->first, r->n, ref,
					ref + r->n);
	else
		aisp_err_errno(err, "reference of output %d", o);
	return ref;
}

void aisp_trial_close(struct aisp_trial *t)
{
	for (int o = 0; o < t->n_out; o++)
		free(t->rows[o].ref);
	aisp_buffers_free(t->buffers);
}

int aisp_trial_open(struct aisp_trial *t, const struct aisp_contract *c,
		    enum aisp_dist dist, uint64_t seed, uint64_t chance,
		    struct aisp_err *err)
{
	*t = (struct aisp_trial){
		.contract = c,
		.dist = dist,
		.seed = seed,
		.key = aisp_random_at(seed, chance),
		.n_out = c->problem.n_out,
	};
	t->buffers =
		aisp_buffers_new(&c->problem, c->param, 1, "", &aisp_host_device, err);
	if (!t->buffers)
		return -1;
	t->io = &t->buffers->io[0];
	aisp_contract_fill(c, t->io, (int)dist, t->key);
	/* A reference that accepts any answer takes this poison for right: no control
	 * equals it. */
	if (aisp_buffers_poison(t->buffers, 0, t->key, err)) {
		aisp_trial_close(t);
		return -1;
	}
	for (int o = 0; o < t->n_out; o++) {
		choose_rows(&t->rows[o], &t->io->out[o], aisp_contract_row(c, t->io, o),
			    aisp_random_at(t->key, (uint64_t)o));
		t->rows[o].ref = aisp_trial_reference(t, o, err);
		if (!t->rows[o].ref) {
			aisp_trial_close(t);
			return -1;
		}
	}
	return 0;
}

void aisp_trial_write(const struct aisp_trial *t, enum aisp_control k, int o,
		      const double *values)
{
	const struct aisp_tensor *out = &t->io->out[o];
	const struct aisp_trial_rows *r = &t->rows[o];

	for (int64_t i = 0; i < r->n; i++)
		aisp_store(out->data, out->dtype, r->first + i,
			   values ? values[i]
				  : aisp_control_value(k, t->io, r->first + i, i, r->n,
						       r->ref[i]));
}

/* Do the rows of output o hold ref, where it is finite? */
static bool holds(const struct aisp_trial *t, int o, const double *ref)
{
	const struct aisp_tensor *out = &t->io->out[o];
	const struct aisp_trial_rows *r = &t->rows[o];

	for (int64_t i = 0; i < r->n; i++)
		if (isfinite(ref[i]) && !aisp_is_none(t->contract, o, ref[r->n + i]) &&
		    aisp_load(out->data, out->dtype, r->first + i) !=
			    aisp_rounded(out->dtype, ref[i]))
			return false;
	return true;
}

bool aisp_trial_is_right_in(const struct aisp_trial *t, int o)
{
	return holds(t, o, t->rows[o].ref);
}

bool aisp_trial_is_right(const struct aisp_trial *t)
{
	for (int o = 0; o < t->n_out; o++)
		if (!aisp_trial_is_right_in(t, o))
			return false;
	return true;
}

int aisp_trial_is_right_beside(const struct aisp_trial *t, struct aisp_err *err)
{
	bool is_right = true;

	for (int o = 0; o < t->n_out && is_right; o++) {
		double *ref;

		if (t->contract->problem.out[o].is_choice)
			continue;
		ref = aisp_trial_reference(t, o, err);
		if (!ref)
			return -1;
		is_right = holds(t, o, ref);
		free(ref);
	}
	return is_right;
}

int aisp_trial_compare(const struct aisp_trial *t, struct aisp_tally *tally,
		       struct aisp_err *err)
{
	bool is_choice = false;

	for (int o = 0; o < t->n_out; o++) {
		const struct aisp_trial_rows *r = &t->rows[o];

		is_choice |= t->contract->problem.out[o].is_choice;
		if (!is_choice)
			aisp_verify_values(t->contract, t->io, o, r->first, r->n,
					   r->ref, tally);
		else if (aisp_verify_slice(t->contract, t->io, o, r->first, r->n, tally,
					   err))
			return -1;
	}
	return 0;
}
