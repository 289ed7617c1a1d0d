/* SPDX-License-Identifier: MIT
 *
 * Dot products of every row with every query, as in an exhaustive search.  Every
 * element costs one addition, and additions into one sum cannot overlap.
 * FLAGS DIFFER: one accumulator may not be made into several by the compiler
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, QUERIES, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], queries = p[QUERIES], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "q", AISP_F32, 2, { queries, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "dot", AISP_F32, 2, { rows, queries } });
	pr->flops = 2.0 * (double)(rows * queries * cols);
	pr->bytes = (double)((rows + queries) * cols + rows * queries) * sizeof(float);
	pr->error_c = aisp_error_sum(cols);
}

static void reference_dot(const float *x, const float *q, int64_t n, double *ref,
			  double *mag)
{
	/* A product that underflows is off by up to half a subnormal. */
	double r = 0, m = (double)n * FLT_MIN;

	for (int64_t j = 0; j < n; j++) {
		double term = (double)x[j] * (double)q[j];

		r += term;
		m += fabs(term);
	}
	*ref = r;
	*mag = m;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t queries = io->param[QUERIES], cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e++)
		reference_dot(aisp_in_f32(io, 0) + (first + e) / queries * cols,
			      aisp_in_f32(io, 1) + (first + e) % queries * cols, cols,
			      ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "dot products of rows and queries, fp32",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 256, 2000, "rows", 1 << 16 },
		    [QUERIES] = { "queries", 3, 8, 8, "queries", 1 },
		    [COLS] = { "cols", 211, 1152, 1152, "columns of rows and queries",
			       4096 } },
	.problem = problem,
	.reference = reference,
};
