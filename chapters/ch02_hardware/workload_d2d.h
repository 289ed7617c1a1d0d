/* SPDX-License-Identifier: MIT
 *
 * b = a within the GPU's memory, many times its L2 cache: what remains is how
 * many bytes a variant keeps under way.
 */
#include <aisp/copy_reference.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->is_cold = 1;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "copy within the GPU's memory",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 256 << 20, 320 << 20, "elements" } },
	.problem = problem,
	.reference = aisp_copy_reference,
};
