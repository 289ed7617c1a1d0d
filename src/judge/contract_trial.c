/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/spread.h"
#include "choices.h"
#include "contract_trial.h"
#include "drop.h"
#include "trial.h"

#define N_CHANCES 6 /* a single wrong sum may by chance be near the right one */

/* Write outputs that leave out some terms of the inputs; then restore the inputs. */
static int write_without_terms(const struct aisp_trial *t, struct aisp_err *err)
{
	for (int o = 0; o < t->n_out; o++) {
		double *ref = aisp_trial_reference(t, o, err);

		if (!ref)
			return -1;
		aisp_trial_write(t, AISP_CONTROL_TERMS, o, ref);
		free(ref);
	}
	aisp_contract_fill(t->contract, t->io, (int)t->dist, t->key);
	return 0;
}

/* aisp_choice_catch(), or aisp_choice_catch_random(). */
typedef int catch_fn(const struct aisp_contract *c, const struct aisp_io *io, int o,
		     int64_t first, int64_t n, uint32_t *caught, struct aisp_err *err);

static int note_caught(struct aisp_trial *t, catch_fn *catches, struct aisp_err *err)
{
	for (int o = 0; o < t->n_out; o++)
		if (catches(t->contract, t->io, o, t->rows[o].first, t->rows[o].n,
			    &t->caught, err))
			return -1;
	return 0;
}

/* Control k passes: is it wrong in an output that is no choice, too? */
static int note_missed(struct aisp_trial *t, enum aisp_control k, struct aisp_err *err)
{
	int is_right = aisp_trial_is_right_beside(t, err);

	if (is_right < 0)
		return -1;
	t->missed |= !is_right << k;
	return 1;
}

/* Returns 1 if wrong outputs pass.  An invariant may see errors outside the rows. */
static int passes(struct aisp_trial *t, enum aisp_control k, struct aisp_err *err)
{
	struct aisp_tally tally = { .is_of_many = true };

	if (aisp_trial_compare(t, &tally, err))
		return -1;
	if (!aisp_tally_passes(&tally))
		return note_caught(t, aisp_choice_catch, err);
	if (aisp_trial_is_right(t) || t->contract->workload->invariant)
		return 0;
	return aisp_choices_of(&t->contract->problem) ? note_missed(t, k, err) : 1;
}

static int left_out_of(const struct aisp_trial *t, enum aisp_control c)
{
	if (t->of)
		return t->of;
	return c == AISP_CONTROL_ESTIMATE ? AISP_ESTIMATED : AISP_LEFT_OUT;
}

static void take_terms(const struct aisp_trial *t, enum aisp_control c,
		       const struct aisp_tensor *in)
{
	if (c == AISP_CONTROL_SMALLER)
		aisp_drop_smaller(in);
	else
		aisp_repeat_terms(in, left_out_of(t, c));
}

/* Write outputs as they are without the terms that a control takes from input k; then
 * restore the input. */
static int write_without(const struct aisp_trial *t, enum aisp_control c, int k,
			 struct aisp_err *err)
{
	const struct aisp_tensor *in = &t->io->in[k];
	size_t bytes = aisp_tensor_bytes(in);
	void *whole = malloc(bytes);
	int rc = 0;

	if (!whole)
		return aisp_err_errno(err, "a copy of input %d", k);
	aisp_spread_copy(whole, in->data, bytes);
	take_terms(t, c, in);
	for (int o = 0; o < t->n_out && !rc; o++) {
		double *ref = aisp_trial_reference(t, o, err);

		rc = ref ? 0 : -1;
		if (ref)
			aisp_trial_write(t, c, o, ref);
		free(ref);
	}
	aisp_spread_copy(in->data, whole, bytes);
	free(whole);
	return rc;
}

/* Was what an input lost caught, or missed, in an output? */
struct loss {
	bool is_caught, is_missed;
};

static void look_for_loss(const struct aisp_trial *t, int o, struct loss *l)
{
	/* No bound applies to NaN and infinities. */
	struct aisp_tally tally = { .is_of_finite = true, .is_of_many = true };

	if (aisp_trial_is_right_in(t, o))
		return;
	aisp_verify_values(t->contract, t->io, o, t->rows[o].first, t->rows[o].n,
			   t->rows[o].ref, &tally);
	*(aisp_tally_passes(&tally) ? &l->is_missed : &l->is_caught) = true;
}

/* The number of outputs before the first choice, which later ones may follow. */
static int n_unchosen(const struct aisp_trial *t)
{
	int n = 0;

	while (n < t->n_out && !t->contract->problem.out[n].is_choice)
		n++;
	return n;
}

/* Returns 1 if the bound of an output misses the loss in every input that it depends
 * on; or -1. An input that adds little, such as a bias, need not matter. */
static int misses(const struct aisp_trial *t, enum aisp_control c, struct aisp_err *err)
{
	struct loss loss[AISP_MAX_IO] = { 0 };
	int is_missed = 0, n_out = n_unchosen(t);

	for (int k = 0; k < t->contract->problem.n_in && n_out; k++) {
		if (!aisp_has_terms(t->contract, k))
			continue;
		if (write_without(t, c, k, err))
			return -1;
		for (int o = 0; o < n_out; o++)
			look_for_loss(t, o, &loss[o]);
	}
	for (int o = 0; o < n_out; o++)
		is_missed |= loss[o].is_missed && !loss[o].is_caught;
	return is_missed;
}

/* Returns 1 if control k passes, 0 if not, -1 with *err filled. */
static int try(struct aisp_trial *t, enum aisp_control k, struct aisp_err *err)
{
	int of = left_out_of(t, k);

	if (k == AISP_CONTROL_INPUT && !t->contract->problem.n_in)
		return 0;
	if (aisp_is_of_one_input(k) &&
	    (t->dist == AISP_DIST_ADVERSARIAL || t->contract->workload->invariant))
		return 0;
	if (aisp_is_of_one_input(k))
		return misses(t, k, err);
	if (k == AISP_CONTROL_TERMS &&
	    !aisp_drop_terms(t->contract, t->io, (int)(t->key % (uint64_t)of), of))
		return 0;
	if (k == AISP_CONTROL_TERMS && write_without_terms(t, err))
		return -1;
	for (int o = 0; o < t->n_out && k != AISP_CONTROL_TERMS; o++)
		aisp_trial_write(t, k, o, NULL);
	return passes(t, k, err);
}

/* The controls of `wanted` that pass on the inputs of t, or -1. */
static int find_passing(struct aisp_trial *t, int wanted, int of, struct aisp_err *err)
{
	static const enum aisp_control order[] = {
		AISP_CONTROL_ZEROS,   AISP_CONTROL_CONSTANT, AISP_CONTROL_INPUT,
		AISP_CONTROL_TAIL,    AISP_CONTROL_TERMS,    AISP_CONTROL_SMALLER,
		AISP_CONTROL_ESTIMATE
	};
	int passing = 0;

	t->of = of;
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		int rc = wanted >> order[i] & 1 ? try(t, order[i], err) : 0;

		if (rc < 0)
			return -1;
		passing |= rc << order[i];
	}
	return aisp_contract_check(t->contract, err) ? -1 : passing;
}

/* Controls that may be valid answers: they are wrong in choices alone, if at all, and
 * no reference of these accepts whatever it finds. */
static int maybe_valid(const struct aisp_trial *t)
{
	const int of_no_choice = 1 << AISP_CONTROL_SMALLER | 1 << AISP_CONTROL_ESTIMATE;

	return aisp_choices_are_told(&t->contract->problem, t->caught)
		       ? ~(t->missed | of_no_choice)
		       : 0;
}

/* The controls that pass on the inputs of t and on all other inputs that are tried. */
static int always_passing(struct aisp_trial *t, int wanted, int of,
			  struct aisp_err *err)
{
	struct aisp_trial other;

	wanted = find_passing(t, wanted, of, err);
	for (uint64_t i = 1; i < N_CHANCES && wanted > 0; i++) {
		if (aisp_trial_open(&other, t->contract, t->dist, t->seed, i, err))
			return -1;
		wanted = find_passing(&other, wanted, of, err);
		t->caught |= other.caught;
		t->missed |= other.missed;
		aisp_trial_close(&other);
	}
	if (wanted > 0 && note_caught(t, aisp_choice_catch_random, err))
		return -1;
	return wanted > 0 ? wanted & ~maybe_valid(t) : wanted;
}

int aisp_contract_lets_pass(const struct aisp_contract *c, enum aisp_dist dist,
			    uint64_t key, int wanted, struct aisp_err *err)
{
	struct aisp_trial t;

	if (aisp_trial_open(&t, c, dist, key, 0, err))
		return -1;
	wanted = always_passing(&t, wanted, 0, err);
	aisp_trial_close(&t);
	return wanted;
}

/* The share of the terms that a control may take, up to one in `of`; or -1. */
static double loose_share_of(struct aisp_trial *t, enum aisp_control c, int of,
			     struct aisp_err *err)
{
	/* Primes, which match no axis of a tensor. */
	static const int levels[] = { 97, 47, 23, 11, 5, 3 };
	double share = 0;

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels) && levels[i] > of;
	     i++) {
		bool is_last = i + 1 == sizeof(levels) / sizeof(*levels);
		int rc = always_passing(t, 1 << c, levels[i], err);

		if (rc <= 0)
			return rc ? -1 : share;
		share = 1.0 / (is_last || levels[i + 1] < of ? of : levels[i + 1]);
	}
	return share;
}

static double loose_share(struct aisp_trial *t, struct aisp_err *err)
{
	double missing = loose_share_of(t, AISP_CONTROL_TERMS, AISP_LEFT_OUT, err);
	double estimated = missing < 0 ? -1
				       : loose_share_of(t, AISP_CONTROL_ESTIMATE,
							AISP_ESTIMATED, err);

	return estimated < 0 ? -1 : fmax(missing, estimated);
}

/* One set of inputs serves all: those of a large workload take seconds to make. */
int aisp_contract_loose(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, struct aisp_looseness *l, struct aisp_err *err)
{
	struct aisp_trial t;
	int rc = 0;

	*l = (struct aisp_looseness){ 0 };
	if (aisp_trial_open(&t, c, dist, key, 0, err))
		return -1;
	l->controls = always_passing(&t, (1 << AISP_N_CONTROLS) - 1, 0, err);
	if (!l->controls)
		l->share = loose_share(&t, err);
	if (l->controls < 0 || l->share < 0)
		rc = -1;
	else
		rc = aisp_find_alike(c, t.io, dist, aisp_random_at(key, N_CHANCES),
				     &l->alike, err);
	/* It must bear any outputs, as it is called with a variant's. */
	aisp_contract_invariant(c, t.io);
	aisp_trial_close(&t);
	return rc ? rc : aisp_contract_check(c, err);
}
