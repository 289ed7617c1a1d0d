/* SPDX-License-Identifier: MIT
 *
 * a = b + s c: the last kernel of STREAM (J. D. McCalpin, 1995), the usual
 * measure of what a machine's memory sustains.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { N };

#define SCALAR 3.0f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)p[N];
	pr->bytes = 3.0 * (double)p[N] * sizeof(float);
	pr->is_cold = 1;
	pr->error_c = 4; /* two roundings, each of at most mag */
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *b = aisp_in_f32(io, 0) + first, *c = aisp_in_f32(io, 1) + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		double sc = (double)SCALAR * (double)c[k];

		ref[k] = (double)b[k] + sc;
		mag[k] = fabs((double)b[k]) + fabs(sc);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "STREAM triad",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 8 << 20, 64 << 20, "elements of each array",
			    1 << 27 } },
	.problem = problem,
	.reference = reference,
};
