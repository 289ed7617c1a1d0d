/* SPDX-License-Identifier: MIT
 *
 * b = a, from the GPU's memory to the host's: workload_h2d.h in the other
 * direction.
 */
#include <aisp/copy_reference.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "b",
					     .dtype = AISP_F32,
					     .rank = 1,
					     .shape = { p[N] },
					     .on_host = 1 });
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->is_cold = 1;
	pr->uses = AISP_USES_FIXED_IO; /* setup() registers the pages */
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "copy from the GPU to the host",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 16 << 20, 64 << 20, "elements" } },
	.problem = problem,
	.reference = aisp_copy_reference,
};
