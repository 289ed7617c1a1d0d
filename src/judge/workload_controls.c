/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/dtype.h"
#include "choices.h"
#include "contract_trial.h"
#include "control_outputs.h"
#include "device/buffers.h"
#include "drop.h"
#include "workload_controls.h"

#define N_CHOICES     8
#define LARGEST_WHOLE 0x1p53 /* doubles hold all integers up to it */

static enum aisp_control_result judge(enum aisp_control k, bool is_passed)
{
	if (is_passed == (k == AISP_CONTROL_ROUNDED))
		return AISP_CONTROL_OK;
	return k == AISP_CONTROL_PRECISION ? AISP_CONTROL_PARTIAL : AISP_CONTROL_WRONG;
}

/* If bits must match, no bound can be too wide. */
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

/* Do all outputs but those of `but` hold the reference? */
static bool is_reference(const struct aisp_contract *c, const struct aisp_io *io,
			 uint32_t but)
{
	bool is_right = true;

	for (int o = 0; o < c->problem.n_out && is_right; o++) {
		const struct aisp_tensor *t = &io->out[o];
		int64_t n = aisp_elems(t);
		double *ref;

		if (but >> o & 1)
			continue;
		ref = malloc(2 * (size_t)n * sizeof(*ref));
		if (!ref)
			return false;
		aisp_contract_reference(c, io, o, 0, n, ref, ref + n);
		for (int64_t i = 0; i < n; i++)
			is_right &= aisp_is_none(c, o, ref[n + i]) ||
				    aisp_is_same(aisp_load(t->data, t->dtype, i),
						 aisp_rounded(t->dtype, ref[i]));
		free(ref);
	}
	return is_right;
}

static bool has_choice(const struct aisp_contract *c)
{
	return aisp_choices_of(&c->problem) != 0;
}

/* If there is a choice the reference repeats what it finds; an update that is not
 * needed is the contract's fault. */
static bool can_be_right(const struct aisp_contract *c, enum aisp_control k)
{
	return k == AISP_CONTROL_TERMS ||
	       (!has_choice(c) && k != AISP_CONTROL_LEFT && k != AISP_CONTROL_TWICE &&
		k != AISP_CONTROL_PRECISION && k != AISP_CONTROL_ROUNDED);
}

/* Which choices are wrong?  An invariant does not say which. */
static int note_caught(const struct aisp_contract *c, const struct aisp_io *io,
		       const char *broken, uint32_t *caught, struct aisp_err *err)
{
	for (int o = 0; o < c->problem.n_out; o++)
		if (aisp_choice_catch(c, io, o, 0, aisp_elems(&io->out[o]), caught,
				      err))
			return -1;
	if (broken)
		*caught |= aisp_choices_of(&c->problem);
	return 0;
}

/* The first output with integers that a reference's doubles do not hold; -1: none. */
static int output_of_large(const struct aisp_contract *c, const struct aisp_io *io)
{
	for (int o = 0; o < c->problem.n_out; o++) {
		const struct aisp_tensor *t = &io->out[o];
		int64_t n = aisp_is_integer(t->dtype) ? aisp_elems(t) : 0;

		for (int64_t i = 0; i < n; i++)
			if (fabs(aisp_load(t->data, t->dtype, i)) > LARGEST_WHOLE)
				return o;
	}
	return -1;
}

/* Right outputs passed; but were all of their bits compared? */
static void doubt_bits(const struct aisp_contract *c, const struct aisp_io *io,
		       enum aisp_control_result *result, char why[256])
{
	int o = output_of_large(c, io);

	if (o < 0)
		return;
	*result = AISP_CONTROL_PARTIAL;
	snprintf(
		why, 256,
		"'%.60s' holds integers beyond 2^53, such as hashes: their lowest bits "
		"are not compared; declare it as AISP_U32, two for each, to compare "
		"all",
		c->problem.out[o].name);
}

/* Right outputs failed, perhaps since the reference ignores where its range begins. */
static void explain_ranges(const struct aisp_contract *c, const struct aisp_io *io,
			   char why[256])
{
	int o = aisp_output_of_ranges(c, io);

	if (o >= 0)
		snprintf(why, 256,
			 "reference() of '%.60s' gives other values for a range of "
			 "elements than for all: it must begin at `first`",
			 c->problem.out[o].name);
}

/* Verify the outputs that control k made in io. */
static int judge_outputs(const struct aisp_contract *c, const struct aisp_io *io,
			 enum aisp_control k, enum aisp_control_result *result,
			 char why[256], uint32_t *caught, struct aisp_err *err)
{
	struct aisp_tally t = { .is_of_many = k != AISP_CONTROL_ROUNDED };
	const char *broken;

	if (verify_all(c, io, &t, err))
		return -1;
	/* Of a choice the reference gives valid elements; they need not go together. */
	broken = k == AISP_CONTROL_ROUNDED && has_choice(c)
			 ? NULL
			 : aisp_contract_invariant(c, io);
	*result = judge(k, aisp_tally_passes(&t) && !broken);
	if (k != AISP_CONTROL_ROUNDED && note_caught(c, io, broken, caught, err))
		return -1;
	if (*result != AISP_CONTROL_OK && can_be_right(c, k) &&
	    is_reference(c, io, 0)) {
		*result = AISP_CONTROL_NA; /* such as zeros where zeros are right */
		snprintf(why, 256, "it is the right output here: no control");
		return 0;
	}
	if (*result == AISP_CONTROL_PARTIAL && is_exact(&c->problem))
		*result = AISP_CONTROL_NA;
	if (*result == AISP_CONTROL_WRONG && k != AISP_CONTROL_ROUNDED &&
	    has_choice(c) && is_reference(c, io, aisp_choices_of(&c->problem)))
		*result = AISP_CONTROL_ACCEPTED;
	if (aisp_tally_passes(&t) && broken)
		snprintf(why, 256, "the invariant: %s", broken);
	else
		aisp_tally_describe(&t, c, why, 256);
	if (k == AISP_CONTROL_ROUNDED && *result == AISP_CONTROL_OK)
		doubt_bits(c, io, result, why);
	if (k == AISP_CONTROL_ROUNDED && *result == AISP_CONTROL_WRONG)
		explain_ranges(c, io, why);
	return 0;
}

/* Try output o, which is updated in place, while all others are right. */
static int run_update(const struct aisp_contract *c, const struct aisp_io *io,
		      enum aisp_dist dist, uint64_t key, enum aisp_control k, int o,
		      enum aisp_control_result *result, char why[256], uint32_t *caught,
		      struct aisp_err *err)
{
	const char *name = c->problem.out[o].name;
	bool settles = false;
	int rc = aisp_control_make_update(c, io, dist, key, k, o, &settles, err);

	if (rc < 0 || (!rc && judge_outputs(c, io, k, result, why, caught, err)))
		return -1;
	if (rc)
		snprintf(why, 256, "a second update of '%s' changes nothing", name);
	else if (*result == AISP_CONTROL_WRONG && settles)
		snprintf(why, 256,
			 "a second update leaves '%s' within its bound, as it "
			 "hardly moves what the first one moved",
			 name);
	else if (*result == AISP_CONTROL_WRONG)
		snprintf(why, 256, "it passes as output '%s'", name);
	if (settles && *result == AISP_CONTROL_WRONG)
		*result = AISP_CONTROL_NA;
	return 0;
}

/* Each output that is updated in place is tried alone: none may hide another.  One that
 * the control does not apply to says nothing about others. */
static int run_updates(const struct aisp_contract *c, const struct aisp_io *io,
		       enum aisp_dist dist, uint64_t key, enum aisp_control k,
		       enum aisp_control_result *result, char why[256],
		       uint32_t *caught, struct aisp_err *err)
{
	snprintf(why, 256, "no output is updated in place");
	for (int o = 0; o < c->problem.n_out && *result != AISP_CONTROL_WRONG; o++) {
		enum aisp_control_result is = AISP_CONTROL_NA;
		char text[256] = "";

		if (!c->problem.out[o].starts_as)
			continue;
		if (run_update(c, io, dist, key, k, o, &is, text, caught, err))
			return -1;
		if (is == AISP_CONTROL_NA && *result != AISP_CONTROL_NA)
			continue;
		*result = is;
		snprintf(why, 256, "%s", text);
	}
	return 0;
}

/*
 * How often a control is made again until it fails.  Where one term outweighs all
 * others, as in adversarial data, only dropping the sixth that holds it is noticed; if
 * there is a choice, another answer may be right, such as the last of many on which
 * nothing depends.
 */
static int n_tries(const struct aisp_contract *c, enum aisp_control k)
{
	if (k == AISP_CONTROL_TERMS)
		return AISP_LEFT_OUT;
	return k == AISP_CONTROL_ONE && has_choice(c) ? N_CHOICES : 1;
}

static int run_control(const struct aisp_contract *c, const struct aisp_io *io,
		       enum aisp_dist dist, uint64_t key, enum aisp_control k,
		       enum aisp_control_result *result, char why[256],
		       uint32_t *caught, struct aisp_err *err)
{
	aisp_contract_fill(c, io, dist, key);
	if (k == AISP_CONTROL_LEFT || k == AISP_CONTROL_TWICE)
		return run_updates(c, io, dist, key, k, result, why, caught, err);
	for (int try = 0; try < n_tries(c, k) && *result != AISP_CONTROL_OK; try++) {
		enum aisp_control_result is;
		char text[256];
		int rc = aisp_control_make(c, io, dist, key, k, try, err);

		if (rc || judge_outputs(c, io, k, &is, text, caught, err))
			return -(rc <= 0);
		if (*result == AISP_CONTROL_WRONG &&
		    (is == AISP_CONTROL_NA || is == AISP_CONTROL_ACCEPTED))
			continue;
		*result = is;
		snprintf(why, 256, "%s", text);
	}
	for (int o = 0; o < c->problem.n_out && *result == AISP_CONTROL_ACCEPTED; o++)
		if (aisp_choice_catch_random(c, io, o, 0, aisp_elems(&io->out[o]),
					     caught, err))
			return -1;
	return 0;
}

/* Tried as a run tries it. */
static int run_on_one(const struct aisp_contract *c, enum aisp_dist dist, uint64_t key,
		      enum aisp_control k, enum aisp_control_result *result,
		      char why[256], struct aisp_err *err)
{
	int loose;

	if (dist == AISP_DIST_ADVERSARIAL) {
		*result = AISP_CONTROL_NA;
		snprintf(why, 256, "beside a few huge numbers others are nothing");
		return 0;
	}
	loose = aisp_contract_lets_pass(c, dist, key, 1 << k, err);
	*result = loose ? AISP_CONTROL_WRONG : AISP_CONTROL_OK;
	snprintf(why, 256, "%s",
		 loose ? "an output is within bounds without it, whichever input it is"
		       : "each output shows it, or does not depend on it");
	return loose < 0 ? -1 : 0;
}

int aisp_control_run(const struct aisp_contract *c, enum aisp_dist dist, uint64_t key,
		     enum aisp_control k, enum aisp_control_result *result,
		     char why[256], uint32_t *caught, struct aisp_err *err)
{
	struct aisp_buffers *b;
	int rc;

	if (aisp_is_of_one_input(k))
		return run_on_one(c, dist, key, k, result, why, err);
	b = aisp_buffers_new(&c->problem, c->param, 1, "", &aisp_host_device, err);
	if (!b)
		return -1;
	*result = AISP_CONTROL_NA;
	snprintf(why, 256, "not applicable");
	rc = run_control(c, &b->io[0], dist, key, k, result, why, caught, err);
	aisp_buffers_free(b);
	return rc ? rc : aisp_contract_check(c, err);
}
