/* SPDX-License-Identifier: MIT
 *
 * b = a within the GPU's memory, many times its L2 cache: what remains is how
 * many bytes a variant keeps under way.
 */
#include <aisp/workload.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->is_cold = 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0) + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)a[k];
		mag[k] = fabs(ref[k]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "copy within the GPU's memory",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 256 << 20, 320 << 20, "elements" } },
	.problem = problem,
	.reference = reference,
};
