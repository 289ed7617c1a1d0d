/* SPDX-License-Identifier: MIT
 *
 * One sum, a chain of additions whose time is proportional to their number: a variant
 * that adds 3 % fewer is 1.03 times as fast, on any machine.  To see it on a busy one:
 *     tools/busy_machine.pl --truth 1.03 --load loop --repeat 100 tests/corpus/gain
 */
#include "../sum/reference.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[ELEMS] } });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { 1 } });
	pr->flops = (double)p[ELEMS];
	pr->bytes = (double)p[ELEMS] * sizeof(float);
	pr->error_c = aisp_error_sum((double)p[ELEMS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sum with a gain of 3 %",
	.n_params = 1,
	.params = { [ELEMS] = { "elems", 100000, 3000000, 9000000, "elements" } },
	.problem = problem,
	.reference = reference,
};

/* One after the other: the compiler may not reorder them. */
static inline float chain(const float *a, int64_t n)
{
	float sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += a[i];
	return sum;
}
