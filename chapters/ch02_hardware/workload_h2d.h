/* SPDX-License-Identifier: MIT
 *
 * b = a, from the host's memory to the GPU's.  The link between the two is the
 * machine's bottleneck; variants differ in what drives it, and in whether pages are
 * copied once more on the way.
 */
#include <aisp/copy_reference.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "a",
					    .dtype = AISP_F32,
					    .rank = 1,
					    .shape = { p[N] },
					    .on_host = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->is_cold = 1;
	pr->uses = AISP_USES_FIXED_IO; /* setup() registers the pages */
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "copy from the host to the GPU",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 16 << 20, 64 << 20, "elements" } },
	.problem = problem,
	.reference = aisp_copy_reference,
};
