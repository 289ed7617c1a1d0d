/* SPDX-License-Identifier: MIT
 *
 * Outputs with several valid answers: what a reference may see of an answer, and how a
 * reference is found out that repeats whatever it finds.
 */
#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>

#include "judge/contract_trial.h"
#include "judge/verify.h"
#include "tap.h"

enum { N, IS_ECHO };
enum { PICKED, DOUBLED };

#define OTHER 1000 /* a[i] + OTHER is as good an answer as a[i] */

static bool saw_doubled;

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"a", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, 900 });
	aisp_add_out(pr, (struct aisp_spec){
				 "picked", AISP_I32, 1, { p[N] }, .is_choice = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "doubled", AISP_I32, 1, { p[N] } });
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *a = io->in[0].data, *picked = io->out[PICKED].data;

	saw_doubled |= io->out[DOUBLED].data != NULL;
	for (int64_t i = 0; i < n; i++) {
		int32_t got = picked[first + i], x = a[first + i];

		if (!io->param[IS_ECHO] && got != x && got != x + OTHER)
			got = x;
		ref[i] = o == PICKED ? got : 2.0 * got;
		mag[i] = 0;
	}
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "either of two",
	.n_params = 2,
	.params = { { "n", 64, 64, 64, "elements" }, { "echo", 0, 0, 0, "bool" } },
	.problem = problem,
	.reference = reference,
};

#define ELEMS INT64_C(64)

/* The number of wrong answers if they add `pick` and multiply by `factor`. */
static int64_t n_wrong(int32_t pick, int32_t factor)
{
	static int32_t a[ELEMS], picked[ELEMS], doubled[ELEMS];
	struct aisp_tensor in = { a, NULL, AISP_I32, 1, { ELEMS } };
	struct aisp_tensor out[2] = { { picked, NULL, AISP_I32, 1, { ELEMS } },
				      { doubled, NULL, AISP_I32, 1, { ELEMS } } };
	struct aisp_contract c = { .workload = &workload, .param = { ELEMS } };
	struct aisp_io io = { .in = &in, .out = out, .param = c.param };
	struct aisp_tally t = { 0 };
	struct aisp_err err = { 0 };

	for (int i = 0; i < ELEMS; i++) {
		a[i] = i;
		picked[i] = i % 2 ? i : i + pick;
		doubled[i] = factor * picked[i];
	}
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_verify_slice(&c, &io, PICKED, 0, ELEMS, &t, &err) ||
	    aisp_verify_slice(&c, &io, DOUBLED, 0, ELEMS, &t, &err))
		return -1;
	return t.n_wrong;
}

static int loose(int64_t is_echo)
{
	struct aisp_contract c = { .workload = &workload, .param = { ELEMS, is_echo } };
	struct aisp_err err = { 0 };
	struct aisp_looseness l;

	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_contract_loose(&c, AISP_DIST_NORMAL, 1, &l, &err))
		return -1;
	return l.controls;
}

int main(void)
{
	ok(n_wrong(0, 2) == 0, "one valid answer");
	ok(n_wrong(OTHER, 2) == 0, "the other for half of the elements");
	ok(n_wrong(1, 2) == 2 * (ELEMS / 2), "neither, and what follows from it");
	ok(n_wrong(OTHER, 3) == ELEMS, "what does not follow from the choice");
	ok(!saw_doubled, "an output without a choice is not to be seen");
	ok(loose(0) == 0, "a choice of two lets nothing wrong pass");
	ok(loose(1) & 1 << AISP_CONTROL_ZEROS,
	   "a reference that repeats what it finds is loose");
	return done();
}
