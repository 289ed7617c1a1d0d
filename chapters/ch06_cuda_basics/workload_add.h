/* SPDX-License-Identifier: MIT
 *
 * c = a + b: the first kernel that anybody writes.  One addition for twelve bytes,
 * so that memory binds as soon as enough of the machine takes part.
 */
#include <aisp/workload.h>

enum { N, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 1, { p[N] } });
	pr->flops = (double)p[N];
	pr->bytes = 3.0 * (double)p[N] * sizeof(float);
	pr->n_threads = (int)p[THREADS];
	pr->is_cold = 1;
	pr->error_c = 4; /* one rounding, whose root mean square must fit a quarter */
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0) + first, *b = aisp_in_f32(io, 1) + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)a[k] + (double)b[k];
		mag[k] = fabs((double)a[k]) + fabs((double)b[k]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "addition of two arrays",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 8 << 20, 128 << 20, "elements of each array",
			    64 << 20 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
