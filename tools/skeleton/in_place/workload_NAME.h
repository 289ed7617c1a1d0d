/* SPDX-License-Identifier: MIT
 *
 * The sum of each column of x, which lies in memory row by row, is added to y in place:
 * replace it by the problem that your pair is about.
 */
#include <aisp/workload.h>

enum { ROWS, COLS };
enum { Y, X }; /* inputs; Y is hidden, and the output of that number starts as it */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_inout(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[COLS] } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { p[ROWS], p[COLS] } });
	pr->flops = (double)(p[ROWS] * p[COLS]);
	pr->bytes = (double)((p[ROWS] + 2) * p[COLS]) * sizeof(float);
	pr->error_c = aisp_error_sum(p[ROWS] + 1);
}

/* Columns [first, first + n); io->in has what y was before the call. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, X) + first, *y = aisp_in_f32(io, Y) + first;

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = y[i];
		mag[i] = fabs(y[i]);
	}
	for (int64_t r = 0; r < io->param[ROWS]; r++, x += io->param[COLS])
		for (int64_t i = 0; i < n; i++) {
			ref[i] += x[i];
			mag[i] += fabs(x[i]);
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sums of columns, added in place",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 1000, 4000, "rows" },
		    [COLS] = { "cols", 37, 1000, 4000, "columns" } },
	.problem = problem,
	.reference = reference,
};
