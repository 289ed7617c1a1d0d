/* SPDX-License-Identifier: MIT
 *
 * sum[i] = the sum of row i.  Everything is read once: memory should bind, unless
 * the additions wait for each other.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { p[ROWS] } });
	pr->flops = (double)(p[ROWS] * p[COLS]);
	pr->bytes = (double)(p[ROWS] * (p[COLS] + 1)) * sizeof(float);
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(p[COLS]);
}

static void row(const float *a, int64_t n, double *ref, double *mag)
{
	double sum[8] = { 0 }, abs_sum[8] = { 0 };

	for (int64_t j = 0; j < n; j++) {
		sum[j % 8] += (double)a[j];
		abs_sum[j % 8] += fabs((double)a[j]);
	}
	*ref = *mag = 0;
	for (int k = 0; k < 8; k++) {
		*ref += sum[k];
		*mag += abs_sum[k];
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t i = 0; i < n; i++)
		row(aisp_in_f32(io, 0) + (first + i) * cols, cols, ref + i, mag + i);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "row sums",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 37, 8192, 32768, "sums" },
		    [COLS] = { "cols", 1009, 2048, 2048, "terms of each sum" } },
	.problem = problem,
	.reference = reference,
};
