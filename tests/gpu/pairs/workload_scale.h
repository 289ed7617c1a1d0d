/* SPDX-License-Identifier: MIT
 *
 * y = 2 x, for tests of the device: as little arithmetic as there can be.
 */
#include <aisp/workload.h>

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = (double)p[N];
	pr->bytes = 8.0 * (double)p[N];
	pr->is_cold = 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = 2 * (double)aisp_in_f32(io, 0)[first + i];
		mag[i] = fabs(ref[i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "twice a vector, fp32",
	.n_params = 1,
	.params = { [N] = { "n", 1003, 1 << 20, 1 << 26, "elements", 1 << 26 } },
	.problem = problem,
	.reference = reference,
};
