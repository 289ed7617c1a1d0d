/* SPDX-License-Identifier: MIT
 *
 * A 3x3 filter by im2col: the nine shifted copies of the image are laid out in
 * a scratch buffer nine times its size, and each output is a sum down a column.
 * The arithmetic is small; where the scratch comes from is not.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS };

#define TAPS 9 /* 3 x 3 */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows + 2, cols + 2 } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { 3, 3 } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->flops = 2.0 * TAPS * (double)(rows * cols);
	pr->bytes = (double)((rows + 2) * (cols + 2) + rows * cols) * sizeof(float);
	pr->uses = AISP_USES_ALLOC;
	pr->error_c = aisp_error_sum(TAPS);
}

static void reference_row(const float *x, const float *w, int64_t cols,
			  double *restrict ref, double *restrict mag)
{
	for (int64_t j = 0; j < cols; j++) {
		ref[j] = 0;
		/* A product that underflows is off by up to half a subnormal. */
		mag[j] = TAPS * FLT_MIN;
	}
	for (int64_t t = 0; t < TAPS; t++)
		for (int64_t j = 0; j < cols; j++) {
			double term = (double)w[t] *
				      (double)x[t / 3 * (cols + 2) + t % 3 + j];

			ref[j] += term;
			mag[j] += fabs(term);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e += cols)
		reference_row(aisp_in_f32(io, 0) + (first + e) / cols * (cols + 2),
			      aisp_in_f32(io, 1), cols, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "3x3 filter by im2col, fp32",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 1000, 2000, "rows of the output" },
		    [COLS] = { "cols", 83, 1030, 2030, "columns of the output" } },
	.problem = problem,
	.reference = reference,
};
