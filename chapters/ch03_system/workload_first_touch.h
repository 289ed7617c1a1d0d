/* SPDX-License-Identifier: MIT
 *
 * Sweeps over an array of the variant's own, by a thread on each of two NUMA nodes: t =
 * x, then `sweeps` times t = t / 2 + 1, then y = t.  All do the same work; what differs
 * is on which node the array's pages lie.
 * FLAGS: -fopenmp -O3 -D_GNU_SOURCE
 */
#include <aisp/workload.h>

enum { N, SWEEPS };

#define THREADS 2

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double n = (double)p[N];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = 2 * n * (double)p[SWEEPS];
	pr->bytes = 2 * n * sizeof(float); /* if t stays in registers */
	pr->bound_by = "bandwidth of the array's memory";
	pr->is_cold = 1;
	pr->uses = AISP_USES_AFFINITY;
	pr->n_threads = THREADS;
	pr->error_c = 2 + 2.0 * (double)p[SWEEPS];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = (double)x[e];
		mag[e] = fabs(ref[e]);
		for (int64_t k = 0; k < io->param[SWEEPS]; k++) {
			ref[e] = ref[e] / 2 + 1;
			mag[e] = mag[e] / 2 + 1;
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sweeps by threads of two NUMA nodes",
	.n_params = 2,
	.params = { [N] = { "n", 100003, 1 << 24, 1 << 26, "elements" },
		    [SWEEPS] = { "sweeps", 3, 8, 8, "sweeps over the array" } },
	.problem = problem,
	.reference = reference,
};
