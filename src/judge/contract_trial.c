/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "base/rng.h"
#include "base/spread.h"
#include "contract_trial.h"
#include "device/buffers.h"
#include "drop.h"
#include "spoil.h"

#define SAMPLED_ELEMS 256 /* of each output, in whole rows */
#define N_CHANCES     6   /* a single wrong sum may by chance be near the right one */

/* Elements [first, first + n) of an output; ref: right values, then magnitudes. */
struct rows {
	int64_t first, n;
	double *ref;
};

/* One set of inputs. */
struct trial {
	const struct aisp_contract *contract;
	struct aisp_buffers *buffers;
	const struct aisp_io *io;
	enum aisp_dist dist;
	uint64_t seed, key; /* of all chances; of this one */
	int left_out;       /* AISP_CONTROL_TERMS drops one in that many terms */
	int n_out;
	struct rows rows[AISP_MAX_IO];
};

/* Choose rows at a random place, or all if there are few. */
static void choose_rows(struct rows *r, const struct aisp_tensor *out, int64_t row,
			uint64_t bits)
{
	int64_t total = aisp_elems(out) / row;
	int64_t rows = SAMPLED_ELEMS / row > 1 ? SAMPLED_ELEMS / row : 1;

	*r = (struct rows){ .n = aisp_elems(out) };
	if (rows >= total)
		return;
	r->n = rows * row;
	r->first =
		row * (int64_t)aisp_random_below(bits, 0, (uint64_t)(total - rows + 1));
}

/* References, then magnitudes, of output o's rows; NULL with *err filled. */
static double *look_up(const struct trial *t, int o, struct aisp_err *err)
{
	const struct rows *r = &t->rows[o];
	double *ref = malloc(2 * (size_t)r->n * sizeof(*ref));

	if (ref)
		aisp_contract_reference(t->contract, t->io, o, r->first, r->n, ref,
					ref + r->n);
	else
		aisp_err_errno(err, "reference of output %d", o);
	return ref;
}

static void trial_close(struct trial *t)
{
	for (int o = 0; o < t->n_out; o++)
		free(t->rows[o].ref);
	aisp_buffers_free(t->buffers);
}

static int trial_open(struct trial *t, const struct aisp_contract *c,
		      enum aisp_dist dist, uint64_t seed, uint64_t chance,
		      struct aisp_err *err)
{
	*t = (struct trial){
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
		trial_close(t);
		return -1;
	}
	for (int o = 0; o < t->n_out; o++) {
		choose_rows(&t->rows[o], &t->io->out[o], aisp_contract_row(c, t->io, o),
			    aisp_random_at(t->key, (uint64_t)o));
		t->rows[o].ref = look_up(t, o, err);
		if (!t->rows[o].ref) {
			trial_close(t);
			return -1;
		}
	}
	return 0;
}

/* Write these values, or if NULL those of control k, to the rows of an output. */
static void write_rows(const struct trial *t, enum aisp_control k, int o,
		       const double *values)
{
	const struct aisp_tensor *out = &t->io->out[o];
	const struct rows *r = &t->rows[o];

	for (int64_t i = 0; i < r->n; i++)
		aisp_store(out->data, out->dtype, r->first + i,
			   values ? values[i]
				  : aisp_control_value(k, t->io, r->first + i, i, r->n,
						       r->ref[i]));
}

/* Write outputs that leave out some terms of the inputs; then restore the inputs. */
static int write_without_terms(const struct trial *t, struct aisp_err *err)
{
	for (int o = 0; o < t->n_out; o++) {
		double *ref = look_up(t, o, err);

		if (!ref)
			return -1;
		write_rows(t, AISP_CONTROL_TERMS, o, ref);
		free(ref);
	}
	aisp_contract_fill(t->contract, t->io, (int)t->dist, t->key);
	return 0;
}

/* Some controls are not wrong here, such as zeros if all rows hold zeros. */
static bool is_right_in(const struct trial *t, int o)
{
	const struct aisp_tensor *out = &t->io->out[o];
	const struct rows *r = &t->rows[o];

	for (int64_t i = 0; i < r->n; i++)
		if (!aisp_is_none(t->contract, o, r->ref[r->n + i]) &&
		    aisp_load(out->data, out->dtype, r->first + i) !=
			    aisp_rounded(out->dtype, r->ref[i]))
			return false;
	return true;
}

static bool is_right(const struct trial *t)
{
	for (int o = 0; o < t->n_out; o++)
		if (!is_right_in(t, o))
			return false;
	return true;
}

/* Compare as a call's outputs are compared.  If there is a choice the reference is
 * called again, since it depends on the answer. */
static int compare(const struct trial *t, struct aisp_tally *tally,
		   struct aisp_err *err)
{
	bool is_choice = false;

	for (int o = 0; o < t->n_out; o++) {
		const struct rows *r = &t->rows[o];

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

/* Returns 1 if wrong outputs pass.  An invariant may see errors outside the rows. */
static int passes(const struct trial *t, struct aisp_err *err)
{
	struct aisp_tally tally = { 0 };

	if (compare(t, &tally, err))
		return -1;
	return aisp_tally_passes(&tally) && !is_right(t) &&
	       !t->contract->workload->invariant;
}

/* Write outputs as they are without the smaller numbers of input k; then restore the
 * input. */
static int write_without_smaller(const struct trial *t, int k, struct aisp_err *err)
{
	const struct aisp_tensor *in = &t->io->in[k];
	size_t bytes = aisp_tensor_bytes(in);
	void *whole = malloc(bytes);
	int rc = 0;

	if (!whole)
		return aisp_err_errno(err, "a copy of input %d", k);
	aisp_spread_copy(whole, in->data, bytes);
	aisp_drop_smaller(in);
	for (int o = 0; o < t->n_out && !rc; o++) {
		double *ref = look_up(t, o, err);

		rc = ref ? 0 : -1;
		if (ref)
			write_rows(t, AISP_CONTROL_SMALLER, o, ref);
		free(ref);
	}
	aisp_spread_copy(in->data, whole, bytes);
	free(whole);
	return rc;
}

/* Was the loss of an input's smaller numbers caught, or missed, in an output? */
struct loss {
	bool is_caught, is_missed;
};

static void look_for_loss(const struct trial *t, int o, struct loss *l)
{
	struct aisp_tally tally = { 0 };

	if (is_right_in(t, o))
		return;
	aisp_verify_values(t->contract, t->io, o, t->rows[o].first, t->rows[o].n,
			   t->rows[o].ref, &tally);
	*(aisp_tally_passes(&tally) ? &l->is_missed : &l->is_caught) = true;
}

/* The number of outputs before the first choice, which later ones may follow. */
static int n_unchosen(const struct trial *t)
{
	int n = 0;

	while (n < t->n_out && !t->contract->problem.out[n].is_choice)
		n++;
	return n;
}

/* Returns 1 if the bound of an output misses the loss in every input that it depends
 * on; or -1. An input that adds little, such as a bias, need not matter. */
static int misses_smaller(const struct trial *t, struct aisp_err *err)
{
	struct loss loss[AISP_MAX_IO] = { 0 };
	int is_missed = 0, n_out = n_unchosen(t);

	for (int k = 0; k < t->contract->problem.n_in && n_out; k++) {
		if (!aisp_has_terms(t->contract, k))
			continue;
		if (write_without_smaller(t, k, err))
			return -1;
		for (int o = 0; o < n_out; o++)
			look_for_loss(t, o, &loss[o]);
	}
	for (int o = 0; o < n_out; o++)
		is_missed |= loss[o].is_missed && !loss[o].is_caught;
	return is_missed;
}

/* Returns 1 if control k passes, 0 if not, -1 with *err filled. */
static int try(const struct trial *t, enum aisp_control k, struct aisp_err *err)
{
	if (k == AISP_CONTROL_INPUT && !t->contract->problem.n_in)
		return 0;
	if (k == AISP_CONTROL_SMALLER &&
	    (t->dist == AISP_DIST_ADVERSARIAL || t->contract->workload->invariant))
		return 0;
	if (k == AISP_CONTROL_SMALLER)
		return misses_smaller(t, err);
	if (k == AISP_CONTROL_TERMS &&
	    !aisp_drop_terms(t->contract, t->io, (int)(t->key % (uint64_t)t->left_out),
			     t->left_out))
		return 0;
	if (k == AISP_CONTROL_TERMS && write_without_terms(t, err))
		return -1;
	for (int o = 0; o < t->n_out && k != AISP_CONTROL_TERMS; o++)
		write_rows(t, k, o, NULL);
	return passes(t, err);
}

/* The controls of `wanted` that pass on the inputs of t, or -1; AISP_CONTROL_TERMS
 * leaves out one of left_out terms. */
static int find_passing(struct trial *t, int wanted, int left_out, struct aisp_err *err)
{
	static const enum aisp_control order[] = {
		AISP_CONTROL_ZEROS, AISP_CONTROL_CONSTANT, AISP_CONTROL_INPUT,
		AISP_CONTROL_TAIL,  AISP_CONTROL_TERMS,    AISP_CONTROL_SMALLER
	};
	int passing = 0;

	t->left_out = left_out;
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		int rc = wanted >> order[i] & 1 ? try(t, order[i], err) : 0;

		if (rc < 0)
			return -1;
		passing |= rc << order[i];
	}
	return aisp_contract_check(t->contract, err) ? -1 : passing;
}

/* The controls that pass on the inputs of t and on all other inputs that are tried. */
static int always_passing(struct trial *t, int wanted, int left_out,
			  struct aisp_err *err)
{
	struct trial other;

	wanted = find_passing(t, wanted, left_out, err);
	for (uint64_t i = 1; i < N_CHANCES && wanted > 0; i++) {
		if (trial_open(&other, t->contract, t->dist, t->seed, i, err))
			return -1;
		wanted = find_passing(&other, wanted, left_out, err);
		trial_close(&other);
	}
	return wanted;
}

int aisp_contract_lets_pass(const struct aisp_contract *c, enum aisp_dist dist,
			    uint64_t key, int wanted, struct aisp_err *err)
{
	struct trial t;

	if (trial_open(&t, c, dist, key, 0, err))
		return -1;
	wanted = always_passing(&t, wanted, AISP_LEFT_OUT, err);
	trial_close(&t);
	return wanted;
}

static double loose_share(struct trial *t, struct aisp_err *err)
{
	/* Primes, which match no axis of a tensor. */
	static const int of[] = { 97, 47, 23, 11, AISP_LEFT_OUT };
	double share = 0;

	for (size_t i = 0; i + 1 < sizeof(of) / sizeof(*of); i++) {
		int rc = always_passing(t, 1 << AISP_CONTROL_TERMS, of[i], err);

		if (rc <= 0)
			return rc ? -1 : share;
		share = 1.0 / of[i + 1];
	}
	return share;
}

/* One set of inputs serves both: those of a large workload take seconds to make. */
int aisp_contract_loose(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, double *share, struct aisp_err *err)
{
	struct trial t;
	int loose;

	if (trial_open(&t, c, dist, key, 0, err))
		return -1;
	loose = always_passing(&t, (1 << AISP_N_CONTROLS) - 1, AISP_LEFT_OUT, err);
	*share = loose < 0 ? -1 : loose_share(&t, err);
	trial_close(&t);
	return *share < 0 ? -1 : loose;
}

int aisp_group_try_contract(struct aisp_group *g, const struct aisp_harness *harness,
			    struct aisp_err *err)
{
	/* For data with structure zeros may be right. */
	enum aisp_dist dist = harness->dist == AISP_DIST_STRUCTURED
				      ? AISP_DIST_NORMAL
				      : (enum aisp_dist)harness->dist;
	uint64_t key = aisp_seed_key(&harness->seed, UINT64_MAX, UINT64_MAX, 4);

	/* Calibration left the judge on one CPU: give it all, as no worker runs. */
	aisp_placement_leave(&harness->where);
	g->loose = aisp_contract_loose(g->contract, dist, key, &g->loose_share, err);
	return g->loose < 0 ? -1 : 0;
}
