/* SPDX-License-Identifier: MIT
 *
 * Controls that happen to be valid answers of a choice are not held against its
 * contract; if all are accepted, they are.
 */
#include <aisp/workload.h>
#include <string.h>

#include "judge/choices.h"
#include "judge/contract_trial.h"
#include "judge/workload_controls.h"
#include "tap.h"

enum { N, LEAST, HAS_SUM };
enum { PICKED, SUM };

#define ELEMS    INT64_C(64)
#define ANYTHING INT64_C(-1000000)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"a", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, 1 << 30 });
	aisp_add_out(pr, (struct aisp_spec){
				 "picked", AISP_I32, 1, { p[N] }, .is_choice = 1 });
	if (p[HAS_SUM])
		aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { p[N] } });
	pr->error_c = 1e9; /* lets any sum pass */
}

/* Any number of at least LEAST is a valid pick. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *a = io->in[0].data, *picked = io->out[PICKED].data;

	for (int64_t i = 0; i < n; i++) {
		int64_t got = picked[first + i];

		ref[i] = got >= io->param[LEAST] ? (double)got : 1;
		if (o == SUM)
			ref[i] = a[first + i];
		mag[i] = o == SUM ? 1e9 : 0;
	}
}

static double compute(const struct aisp_io *io, double *figures)
{
	(void)io;
	(void)figures;
	return 1;
}

static struct aisp_score score = { .name = "picks", .compute = compute };
static struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "any number",
	.n_params = 3,
	.params = { { "n", 64, 64, 64, "elements" },
		    { "least", 1, 1, 1, "" },
		    { "sum", 0, 0, 0, "bool" } },
	.problem = problem,
	.reference = reference,
};

static struct aisp_contract contract(int64_t least, int64_t has_sum)
{
	return (struct aisp_contract){ .workload = &workload,
				       .param = { ELEMS, least, has_sum } };
}

/* What the control is worth once zeros were tried, too. */
static enum aisp_control_result result(int64_t least, int64_t has_sum,
				       enum aisp_control k, char why[256])
{
	struct aisp_contract c = contract(least, has_sum);
	enum aisp_control_result is = AISP_CONTROL_SKIPPED;
	uint32_t caught = 0;
	struct aisp_err err = { 0 };

	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_control_run(&c, AISP_DIST_NORMAL, 1, AISP_CONTROL_ZEROS, &is, why,
			     &caught, &err) ||
	    aisp_control_run(&c, AISP_DIST_NORMAL, 1, k, &is, why, &caught, &err))
		return AISP_CONTROL_SKIPPED;
	aisp_control_settle(&c.problem, caught, &is, why);
	return is;
}

static int loose(int64_t least, int64_t has_sum)
{
	struct aisp_contract c = contract(least, has_sum);
	struct aisp_err err = { 0 };
	struct aisp_looseness l;

	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_contract_loose(&c, AISP_DIST_NORMAL, 1, &l, &err))
		return -1;
	return l.controls;
}

/* Of 0 or more, zeros are valid, and so is all that controls write, but not all bytes.
 */
static void test_score(void)
{
	char why[256];

	ok(result(0, 0, AISP_CONTROL_CONSTANT, why) == AISP_CONTROL_WRONG &&
		   loose(0, 0) & 1 << AISP_CONTROL_ZEROS,
	   "who accepts all that is tried believes too much");
	workload.score = &score;
	ok(result(0, 0, AISP_CONTROL_CONSTANT, why) == AISP_CONTROL_OK &&
		   result(0, 0, AISP_CONTROL_ZEROS, why) == AISP_CONTROL_OK &&
		   !loose(0, 0),
	   "with a score valid answers are answers");
	ok(result(ANYTHING * 10000, 0, AISP_CONTROL_CONSTANT, why) ==
			   AISP_CONTROL_WRONG &&
		   loose(ANYTHING * 10000, 0) & 1 << AISP_CONTROL_ZEROS,
	   "but random bytes must be none");
	ok(loose(0, 1) & 1 << AISP_CONTROL_CONSTANT,
	   "and what is no choice must be right");
	score = (struct aisp_score){ .name = "bytes", .is_memory = 1 };
	ok(loose(0, 0) & 1 << AISP_CONTROL_ZEROS, "memory is no score of the answers");
	workload.score = NULL;
}

int main(void)
{
	char why[256];

	ok(result(1, 0, AISP_CONTROL_INPUT, why) == AISP_CONTROL_OK &&
		   !strcmp(why, "the reference accepts this answer, too"),
	   "a valid answer is as expected");
	ok(result(1, 0, AISP_CONTROL_ONE, why) == AISP_CONTROL_OK, "so is one nearby");
	ok(result(1, 0, AISP_CONTROL_ZEROS, why) == AISP_CONTROL_OK &&
		   strstr(why, "picked[0] is 0 instead of 1"),
	   "what is wrong is found");
	ok(result(ANYTHING, 0, AISP_CONTROL_INPUT, why) == AISP_CONTROL_WRONG,
	   "a reference that accepts all is wrong");
	ok(result(1, 1, AISP_CONTROL_PREVIOUS, why) == AISP_CONTROL_WRONG,
	   "a wrong output beside the choice is none");
	ok(loose(1, 0) == 0, "a run holds no valid answer against a contract");
	ok(loose(ANYTHING, 0) & 1 << AISP_CONTROL_INPUT, "but one that accepts all");
	ok(loose(1, 1) & 1 << AISP_CONTROL_CONSTANT,
	   "and what is wrong beside a choice");
	test_score();
	return done();
}
