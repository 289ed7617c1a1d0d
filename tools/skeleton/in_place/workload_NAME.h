/* SPDX-License-Identifier: MIT
 *
 * y = SCALE * x + y in place, element by element: replace it by the problem that your
 * pair is about.
 */
#include <aisp/workload.h>

#define SCALE 0.7f

enum { N };
enum { Y, X }; /* inputs; Y is hidden, and the output of that number starts as it */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_inout(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)p[N];
	pr->bytes = 3.0 * (double)p[N] * sizeof(float);
	pr->error_c = aisp_error_sum(2);
}

/* io->in has what y was before the call. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, X), *y = aisp_in_f32(io, Y);

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		double product = (double)SCALE * x[first + i];

		ref[i] = product + y[first + i];
		mag[i] = fabs(product) + fabs(y[first + i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "scale and add in place",
	.n_params = 1,
	.params = { [N] = { "n", 1000, 1000000, 16000000, "elements" } },
	.problem = problem,
	.reference = reference,
};
