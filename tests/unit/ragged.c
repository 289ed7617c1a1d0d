/* SPDX-License-Identifier: MIT
 *
 * Outputs whose number of elements depends on the data: what is compared, which
 * contracts are refused, and what the controls change.
 */
#include <aisp/workload.h>
#include <string.h>

#include "judge/contract_trial.h"
#include "judge/verify.h"
#include "judge/workload_controls.h"
#include "tap.h"

enum { N, IS_RAGGED, HAS_COUNT };
enum { KEPT, N_KEPT };

#define ELEMS INT64_C(64)

/* The elements above 20, in their order; and how many. */
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"a", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, 100 });
	aisp_add_out(pr, (struct aisp_spec){ "kept",
					     AISP_I32,
					     1,
					     { p[N] },
					     .is_ragged = (int)p[IS_RAGGED] });
	if (p[HAS_COUNT])
		aisp_add_out(pr, (struct aisp_spec){ "n_kept", AISP_I32, 1, { 1 } });
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *a = io->in[0].data;
	int64_t n_kept = 0;

	for (int64_t i = 0; i < n; i++) {
		ref[i] = 0;
		mag[i] = o == KEPT ? -1 : 0;
	}
	for (int64_t i = 0; i < io->param[N]; i++) {
		if (a[i] <= 20)
			continue;
		if (o == KEPT && n_kept >= first && n_kept < first + n) {
			ref[n_kept - first] = a[i];
			mag[n_kept - first] = 0;
		}
		n_kept++;
	}
	if (o == N_KEPT)
		ref[0] = (double)n_kept;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "select",
	.n_params = 3,
	.params = { { "n", ELEMS, ELEMS, ELEMS, "elements" },
		    { "ragged", 1, 1, 1, "bool" },
		    { "count", 1, 1, 1, "bool" } },
	.problem = problem,
	.reference = reference,
};

static struct aisp_contract contract;
static struct aisp_err err;

static int evaluate(int64_t is_ragged, int64_t has_count)
{
	contract = (struct aisp_contract){ .workload = &workload,
					   .param = { ELEMS, is_ragged, has_count } };
	return aisp_contract_evaluate(&contract, &err);
}

/* Wrong elements if 0 to 63 are selected from and the last n_left are not written. */
static int64_t n_wrong(int64_t is_ragged, int n_left)
{
	static int32_t a[ELEMS], kept[ELEMS], n_kept;
	struct aisp_tensor in = { a, NULL, AISP_I32, 1, { ELEMS } };
	struct aisp_tensor out[2] = { { kept, NULL, AISP_I32, 1, { ELEMS } },
				      { &n_kept, NULL, AISP_I32, 1, { 1 } } };
	struct aisp_tally t = { 0 };
	struct aisp_io io = { .in = &in, .out = out, .param = contract.param };

	if (evaluate(is_ragged, 1))
		return -1;
	n_kept = ELEMS - 21;
	for (int i = 0; i < ELEMS; i++) {
		a[i] = i;
		kept[i] = i < n_kept - n_left ? i + 21 : -7;
	}
	if (aisp_verify_slice(&contract, &io, KEPT, 0, ELEMS, &t, &err) ||
	    aisp_verify_slice(&contract, &io, N_KEPT, 0, 1, &t, &err))
		return -1;
	return t.n_wrong;
}

static enum aisp_control_result control(enum aisp_control k)
{
	enum aisp_control_result result = AISP_CONTROL_NA;
	uint32_t caught = 0;
	char why[256];

	if (evaluate(1, 1) || aisp_control_run(&contract, AISP_DIST_NORMAL, 1, k,
					       &result, why, &caught, &err))
		printf("# %s\n", err.msg);
	return result;
}

int main(void)
{
	struct aisp_looseness l;

	ok(n_wrong(1, 0) == 0, "what is not there may hold anything");
	ok(n_wrong(1, 3) == 3, "what is there may not");
	ok(n_wrong(0, 0) == 21, "nor may an element of an output that is whole");
	ok(evaluate(1, 0) && strstr(err.msg, "counts the elements of 'kept'"),
	   "an output must count");
	ok(control(AISP_CONTROL_ROUNDED) == AISP_CONTROL_OK, "the right answer passes");
	ok(control(AISP_CONTROL_TAIL) == AISP_CONTROL_OK &&
		   control(AISP_CONTROL_ONE) == AISP_CONTROL_OK,
	   "a tail of what is there and a count off are found");
	ok(!evaluate(1, 1) &&
		   !aisp_contract_loose(&contract, AISP_DIST_NORMAL, 1, &l, &err) &&
		   !l.controls,
	   "nothing wrong passes");
	return done();
}
