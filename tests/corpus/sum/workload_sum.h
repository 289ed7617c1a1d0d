/* SPDX-License-Identifier: MIT
 *
 * One sum of all elements; two threads and other orders of the terms are allowed.
 */
#include "reference.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[ELEMS] } });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { 1 } });
	pr->flops = (double)p[ELEMS];
	pr->bytes = (double)p[ELEMS] * sizeof(float);
	pr->n_threads = 2;
	pr->error_c = aisp_error_sum((double)p[ELEMS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sum",
	.n_params = 1,
	.params = { [ELEMS] = { "elems", 100000, 100000, 1000000, "elements" } },
	.problem = problem,
	.reference = reference,
};
