/* SPDX-License-Identifier: MIT
 *
 * Each row divided by a number of its own, as when a normalisation is applied.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { ROWS, COLS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "s", AISP_F32, 1, { rows } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = (double)(rows * cols);
	pr->bytes = (double)(2 * rows * cols + rows) * sizeof(float);
	/* Three roundings at most: of the divisor, its reciprocal, the product. */
	pr->error_c = aisp_error_sum(3);
}

/* Never 0, so that its reciprocal is finite. */
static inline float divisor(float s)
{
	return 1 + (s < 0 ? -s : s);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0), *s = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		for (int64_t j = 0; j < cols; j++) {
			int64_t i = (first + e) / cols;

			ref[e + j] = (double)x[i * cols + j] / (1 + fabs((double)s[i]));
			mag[e + j] = fabs(ref[e + j]);
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "division of rows",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 700, 8000, "rows" },
		    [COLS] = { "cols", 83, 1000, 1000, "columns" } },
	.problem = problem,
	.reference = reference,
};
