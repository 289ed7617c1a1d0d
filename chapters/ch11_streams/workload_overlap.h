/* SPDX-License-Identifier: MIT
 *
 * Requests that know nothing of each other.  Each brings a few long rows, and each
 * row is divided by 1 plus the mean of its absolute values.  One request keeps
 * only a few SMs busy, and one CPU.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { TASKS, ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[TASKS] * p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 2.0 * (double)(rows * cols); /* a sum and a product */
	pr->bytes = 2.0 * (double)(rows * cols) * sizeof(float);
	pr->uses = AISP_USES_STREAMS;
	pr->n_threads = 2; /* of the CPU */
	pr->error_c = aisp_error_sum(cols);
}

static double divisor(const float *x, int64_t n)
{
	double sum = 0;

	for (int64_t j = 0; j < n; j++)
		sum += fabs((double)x[j]);
	return 1 + sum / (double)n;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0) + first;
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols) {
		double by = divisor(x + e, cols);

		for (int64_t j = 0; j < cols; j++) {
			ref[e + j] = (double)x[e + j] / by;
			mag[e + j] = fabs(ref[e + j]);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rows of independent requests, scaled by their means",
	.n_params = 3,
	.params = { [TASKS] = { "tasks", 11, 16, 32, "requests" },
		    [ROWS] = { "rows", 3, 16, 16, "rows of a request" },
		    [COLS] = { "cols", 1009, 16384, 131072, "columns", 131072 } },
	.problem = problem,
	.reference = reference,
};
