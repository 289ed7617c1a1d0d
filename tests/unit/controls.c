/* SPDX-License-Identifier: MIT
 *
 * Controls of a model of 16 bits: what one element off means there; and inputs of
 * lower precision where the outputs are whole numbers.
 */
#include "judge/controls.h"
#include "judge/contract.h"
#include "tap.h"

static enum aisp_dtype out_dtype = AISP_BF16;
static double high, low; /* the output's elements, in turn */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_BF16, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", out_dtype, 1, { p[0] } });
	pr->error_c = 4;
}

/* Each element is a sum of terms of size 1, whatever it comes to. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = (first + i) % 2 ? high : low;
		mag[i] = 1;
	}
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "by hand",
	.n_params = 1,
	.params = { { "n", 64, 64, 64, "elements" } },
	.problem = problem,
	.reference = reference,
};

static enum aisp_control_result try(enum aisp_control control, double first,
				    double second)
{
	struct aisp_contract c = { .workload = &workload };
	enum aisp_control_result result = AISP_CONTROL_NA;
	struct aisp_err err = { 0 };
	char why[256];

	low = first;
	high = second;
	aisp_contract_preset(&c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_control_run(&c, AISP_DIST_NORMAL, 1, control, &result, why, &err))
		printf("# %s\n", err.msg);
	return result;
}

static enum aisp_control_result one_off(double first, double second)
{
	return try(AISP_CONTROL_ONE, first, second);
}

int main(void)
{
	ok(one_off(1, 2) == AISP_CONTROL_OK, "a neighbour's value is caught");
	ok(one_off(1, 1 + 0x1p-6) == AISP_CONTROL_OK,
	   "a neighbour within a few roundings does not stand for an element off");
	ok(one_off(1, -1) == AISP_CONTROL_OK, "nor does the sign matter");
	ok(one_off(0.001, 0.002) == AISP_CONTROL_WRONG,
	   "a model that lets pass what is all its results is wrong");
	ok(try(AISP_CONTROL_PRECISION, 1, 2) == AISP_CONTROL_PARTIAL,
	   "a bound that lets the next-lower precision pass is partial");
	out_dtype = AISP_I32;
	ok(try(AISP_CONTROL_PRECISION, 1, 2) == AISP_CONTROL_NA,
	   "whole numbers must match: there is no such bound");
	ok(one_off(1, 2) == AISP_CONTROL_OK, "and one of them off is caught");
	return done();
}
