/* SPDX-License-Identifier: MIT
 *
 * out = SCALE * x + y, element by element: replace it by the problem that your
 * pair is about.
 */
#include <aisp/workload.h>

#define SCALE 0.7f

enum { N };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "out", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)p[N];
	pr->bytes = 3.0 * (double)p[N] * sizeof(float);
	pr->error_c = aisp_error_sum(2);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0), *y = aisp_in_f32(io, 1);

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		double product = (double)SCALE * x[first + i];

		ref[i] = product + y[first + i];
		mag[i] = fabs(product) + fabs(y[first + i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "scale and add",
	.n_params = 1,
	.params = { [N] = { "n", 1000, 1000000, 16000000, "elements" } },
	.problem = problem,
	.reference = reference,
};
