/* SPDX-License-Identifier: MIT
 *
 * out = in^T.  No arithmetic: the only difference that a variant can make is
 * the order in which it touches memory.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 2, { p[COLS], p[ROWS] } });
	pr->bytes = 2.0 * (double)(p[ROWS] * p[COLS]) * sizeof(float);
	pr->is_cold = 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)o;
	for (int64_t k = 0, j = first / rows; k < n; j++)
		for (int64_t i = 0; i < rows; i++, k++) {
			ref[k] = (double)a[i * cols + j];
			mag[k] = fabs(ref[k]);
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix transpose",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 60, 2880, 8192, "rows of the input", 8192 },
		    [COLS] = { "cols", 52, 2912, 8192, "columns of the input", 8192 } },
	.problem = problem,
	.reference = reference,
};
